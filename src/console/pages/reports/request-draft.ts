import type { components } from "../../api/v1";
import type { Format, Schedule, Template } from "./report-data";

type Delivery = Schedule["delivery"]["method"];
type Request = Pick<
  components["schemas"]["CreateReportScheduleBody"],
  "template_id" | "format" | "parameters" | "delivery"
>;

export const RANGES = [
  "last_24_hours",
  "last_7_days",
  "last_30_days",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
];
/** The choice of two days of one's own. */
export const BETWEEN = "between";
const COMMON = ["ci_type", "date_range", "grouping", "time_zone"];

/** What a report is asked for, as it is typed. */
export interface RequestDraft {
  templateId: string | null;
  format: Format | null;
  ciTypes: readonly string[];
  /** A name of `RANGES`, `BETWEEN`, another text that the service understands, or empty. */
  range: string;
  from: string;
  to: string;
  grouping: readonly string[];
  /** Parameters of the template alone. */
  own: Readonly<Record<string, unknown>>;
  method: Delivery;
  recipients: readonly string[];
}

export function emptyRequest(templateId: string | null = null): RequestDraft {
  const lists = { ciTypes: [], grouping: [], recipients: [] };
  return { templateId, format: null, range: "", from: "", to: "", own: {}, method: "none", ...lists };
}

/** A schedule's request, to be changed. What another program wrote in another form is kept. */
export function requestDraftOf({ template_id, format, parameters, delivery }: Schedule): RequestDraft {
  const { ci_type, date_range, grouping, time_zone: _, ...own } = parameters;
  const days = typeof date_range === "object" && date_range !== null ? (date_range as Record<string, unknown>) : {};
  return {
    templateId: template_id,
    format,
    ciTypes: listOf(ci_type),
    range: typeof date_range === "string" ? date_range : date_range ? BETWEEN : "",
    from: String(days.from ?? ""),
    to: String(days.to ?? ""),
    grouping: listOf(grouping),
    own,
    method: delivery.method,
    recipients: delivery.recipients,
  };
}

/** The body's members that generating and schedules share. Days are those of the zone. */
export function requestOf(draft: RequestDraft, timeZone: string): Request {
  const { templateId, format, ciTypes, range, from, to, grouping, own, method, recipients } = draft;
  const dates = range === BETWEEN ? { ...(from && { from }), ...(to && { to }) } : range;
  return {
    template_id: templateId ?? "",
    format: format ?? "pdf",
    parameters: {
      ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== "" && value !== undefined)),
      ...(ciTypes.length > 0 && { ci_type: [...ciTypes] }),
      ...(range && { date_range: dates }),
      ...(grouping.length > 0 && { grouping: [...grouping] }),
      time_zone: timeZone,
    },
    delivery: { method, recipients: method === "email" ? [...recipients] : [] },
  };
}

export interface OwnParameter {
  name: string;
  isNumber: boolean;
  min: number | undefined;
  max: number | undefined;
  preset: number | string | undefined;
}

/** The parameters that a template has beside those of all. */
export function ownParameters(template: Template | undefined): OwnParameter[] {
  const properties = (template?.parameters.properties ?? {}) as Record<string, Record<string, unknown>>;
  const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);
  return Object.entries(properties)
    .filter(([name]) => !COMMON.includes(name))
    .map(([name, schema]) => ({
      name,
      isNumber: schema.type === "integer" || schema.type === "number",
      min: numberOf(schema.minimum),
      max: numberOf(schema.maximum),
      preset: schema.default as number | string | undefined,
    }));
}

/** One name, a comma list, or a list. */
function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== "string") return [];
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
