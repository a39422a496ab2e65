import { DateTime } from "luxon";
import { type DateRange, resolveRange } from "../parameters/date-range.ts";
import { NOT_KNOWN } from "../rendering/show-value.ts";
import {
  COMMON_PARAMETERS,
  type CommonParameter,
  type ReportContent,
  type ReportRun,
  type ReportTemplate,
} from "../report.model.ts";

type Parts = Pick<ReportContent, "dataAsOf" | "tables" | "notes"> &
  Partial<Pick<ReportContent, "figures" | "charts" | "pictures">> & {
    scope?: ReportContent["scope"];
    /** The period that the data is of, where a template has one without being asked. */
    period?: DateRange;
  };

/** A content of a template from what is its own. */
export function contentOf(
  template: Pick<ReportTemplate, "id" | "name" | "description" | "usedParameters">,
  run: ReportRun,
  { period = periodOf(run), scope = [], ...parts }: Parts,
): ReportContent {
  const { parameters, tenant, now } = run;
  const { time_zone: timeZone } = parameters;
  const isIgnored = (name: string) =>
    COMMON_PARAMETERS.includes(name as CommonParameter) && !template.usedParameters.includes(name as CommonParameter);
  const used = Object.entries(parameters).filter(([name, value]) => value !== undefined && !isIgnored(name));
  return {
    templateId: template.id,
    title: template.name,
    subtitle: template.description,
    tenant,
    parameters: Object.fromEntries(used.sort(([a], [b]) => (a < b ? -1 : 1))),
    timeZone,
    readAt: now.toISOString(),
    figures: [],
    charts: [],
    pictures: [],
    ...parts,
    scope: [...scopeOf(template, run, period), ...scope],
  };
}

/** What the common parameters limit the report to, in words. */
function scopeOf(
  { usedParameters }: Pick<ReportTemplate, "usedParameters">,
  run: ReportRun,
  period: DateRange | undefined,
): [string, string][] {
  const { ci_type, grouping } = run.parameters;
  const scope: [string, string][] = [];
  if (usedParameters.includes("ci_type")) scope.push(["CI types", ci_type?.join(", ") ?? "all"]);
  if (usedParameters.includes("date_range")) scope.push(["Period", showPeriod(period, run.parameters.time_zone)]);
  if (usedParameters.includes("grouping") && grouping) scope.push(["Grouped by", grouping.join(", ")]);
  return scope;
}

/** The period of a run; without one, undefined. It was checked when the parameters were parsed. */
export function periodOf({ parameters, now }: Pick<ReportRun, "parameters" | "now">): DateRange | undefined {
  const { date_range, time_zone } = parameters;
  return date_range === undefined ? undefined : resolveRange(date_range, time_zone, now).range;
}

/** The period of a run, by default the last 30 days. */
export function periodOrLast30Days(run: Pick<ReportRun, "parameters" | "now">): DateRange {
  const last30Days = () => resolveRange("last_30_days", run.parameters.time_zone, run.now).range;
  return periodOf(run) ?? last30Days() ?? { from: new Date(0), to: run.now };
}

/** As the `time` of a query form. */
export function timeFilter(range: DateRange | undefined, field: string) {
  return range && { field, from: range.from.toISOString(), to: range.to.toISOString() };
}

function showPeriod(range: DateRange | undefined, zone: string): string {
  if (!range) return "all";
  const show = (time: Date) => {
    const local = DateTime.fromJSDate(time, { zone });
    return local.toFormat(local.hour + local.minute === 0 ? "d LLL yyyy" : "d LLL yyyy, HH:mm", { locale: "en" });
  };
  const from = range.from.getTime() === 0 ? NOT_KNOWN : show(range.from);
  return `${from} to ${show(range.to)}`;
}
