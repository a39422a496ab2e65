import { DateTime } from "luxon";
import type { QueryVerbs } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import { daysOf } from "../parameters/date-range.ts";
import type { Chart, ReportColumn, ReportTemplate } from "../report.model.ts";
import { contentOf, periodOrLast30Days, timeFilter } from "./content.ts";
import { SEVERITY_WORDS, summarizeEvents } from "./event-figures.ts";
import { groupingCheck } from "./grouping-check.ts";
import { createDataReader, type Filters, queryTable, readyTable } from "./read-data.ts";

const TEMPLATE = {
  id: "event_summary",
  name: "Event summary",
  category: "operations",
  description: "How many events there were, how fast they were seen to, and what keeps coming back.",
  parameters: parametersSchema({}),
  formats: ["pdf", "html", "xlsx", "csv", "json"],
  usedParameters: ["ci_type", "date_range", "grouping"],
  scopes: ["events.read", "cmdb.read"],
} as const satisfies Omit<ReportTemplate, "build">;

/** A row for each event of the period, by default the last 30 days. */
export function eventSummary(query: QueryVerbs): ReportTemplate {
  return {
    ...TEMPLATE,
    check: groupingCheck(query, "event"),
    async build(run) {
      const data = createDataReader(query, run);
      const period = periodOrLast30Days(run);
      const { ci_type, grouping = ["source"], time_zone } = run.parameters;
      const filters: Filters = ci_type ? [{ field: "ci.type", op: "in", value: ci_type }] : [];
      const time = timeFilter(period, "occurred_at");
      const form = { entity: "event" as const, filters, ...(time && { time }) };
      const duration = { fn: "avg" as const };
      const [events, groups, dataAsOf] = await Promise.all([
        summarizeEvents(
          data.stream({
            ...form,
            fields: [
              "title",
              "severity",
              "status",
              "source",
              "ci.name",
              "occurred_at",
              "occurrences",
              "time_to_acknowledge",
              "time_to_resolve",
              "last_seen",
            ],
            order: [{ field: "occurred_at" }],
          }),
          (iso) => DateTime.fromISO(iso, { zone: time_zone }).toISODate() ?? "",
        ),
        data.rows({
          ...form,
          group_by: grouping,
          aggregate: [
            { fn: "count" },
            { ...duration, field: "time_to_acknowledge" },
            { ...duration, field: "time_to_resolve" },
          ],
          order: [{ field: "count", direction: "desc" }],
        }),
        data.newest("event", "updated_at", filters, time),
      ]);
      const { total, bySeverity, byStatus, acknowledge, resolve } = events;
      return contentOf(TEMPLATE, run, {
        period,
        dataAsOf,
        figures: [
          {
            key: "events",
            label: "Events",
            value: total,
            comparison: SEVERITY_WORDS.map((word) => `${bySeverity[word] ?? 0} ${word}`).join(", "),
          },
          {
            key: "open",
            label: "Not resolved",
            value: (byStatus.open ?? 0) + (byStatus.acknowledged ?? 0),
            tone: byStatus.open ? "warning" : "good",
            comparison: `${byStatus.open ?? 0} open, ${byStatus.acknowledged ?? 0} acknowledged`,
          },
          {
            key: "mean_time_to_acknowledge",
            label: "Mean time to acknowledge",
            value: acknowledge.mean,
            kind: "duration",
            comparison: acknowledge.words,
          },
          {
            key: "mean_time_to_resolve",
            label: "Mean time to resolve",
            value: resolve.mean,
            kind: "duration",
            comparison: resolve.words,
          },
          {
            key: "recurring",
            label: "Recurring problems",
            value: events.recurring.length,
            tone: events.recurring.length > 0 ? "warning" : "good",
            comparison: "reported twice or more from the same source",
          },
        ],
        charts: [
          dayChart(
            events.byDay,
            daysOf(period, time_zone, 92).map(({ day }) => day),
          ),
        ],
        tables: [
          queryTable(data, {
            key: "events",
            title: "Events",
            total,
            columns: columnsOf(run.parameters.grouping ?? []),
            form: {
              ...form,
              fields: [...new Set([...COLUMNS.map(({ key }) => key), ...(run.parameters.grouping ?? [])])],
              order: [
                ...(run.parameters.grouping ?? []).map((field) => ({ field })),
                { field: "occurred_at", direction: "desc" },
              ],
            },
          }),
          readyTable(
            {
              key: "worst_unresolved",
              shown: "first",
              title: "Not resolved, the most severe first",
              note: "Of the most severe ones the oldest.",
              empty: "Every event of the period is resolved.",
              columns: [
                { key: "title", label: "Title", type: "text" },
                { key: "severity", label: "Severity", type: "text" },
                { key: "status", label: "Status", type: "text" },
                { key: "ci.name", label: "CIs", type: "list" },
                { key: "occurred_at", label: "Happened", type: "time" },
              ],
            },
            events.worst,
          ),
          readyTable(
            {
              key: "recurring",
              shown: "first",
              title: "Recurring problems",
              empty: "No problem came twice.",
              columns: [
                { key: "title", label: "Title", type: "text" },
                { key: "source", label: "Source", type: "text" },
                { key: "events", label: "Events", type: "number" },
                { key: "occurrences", label: "Reports", type: "number" },
                { key: "last", label: "Last", type: "time" },
              ],
            },
            events.recurring,
          ),
          readyTable(
            {
              key: "groups",
              title: `By ${grouping.join(", ")}`,
              columns: [
                ...grouping.map((field): ReportColumn => ({ key: field, label: field, type: "any" })),
                { key: "count", label: "Events", type: "number" },
                { key: "avg(time_to_acknowledge)", label: "Mean time to acknowledge", type: "duration" },
                { key: "avg(time_to_resolve)", label: "Mean time to resolve", type: "duration" },
              ],
            },
            groups,
          ),
        ],
        notes: [
          "Times to acknowledge and to resolve count from when an event happened at its source; events without the step are left out of the mean.",
          "A problem recurs if its title came from the same source twice or more, as new events or as reports of the same one.",
        ],
      });
    },
  };
}

const COLUMNS: readonly ReportColumn[] = [
  { key: "title", label: "Title", type: "text" },
  { key: "severity", label: "Severity", type: "text" },
  { key: "status", label: "Status", type: "text" },
  { key: "source", label: "Source", type: "text" },
  { key: "ci.name", label: "CIs", type: "list" },
  { key: "occurred_at", label: "Happened", type: "time" },
  { key: "time_to_acknowledge", label: "To acknowledge", type: "duration" },
  { key: "time_to_resolve", label: "To resolve", type: "duration" },
  { key: "occurrences", label: "Reports", type: "number" },
  { key: "resolved_at", label: "Resolved", type: "time", dataOnly: true },
  { key: "id", label: "Id", type: "text", dataOnly: true },
];

function columnsOf(grouping: readonly string[]): ReportColumn[] {
  const grouped = grouping.filter((field) => !COLUMNS.some(({ key }) => key === field));
  return [...COLUMNS, ...grouped.map((field): ReportColumn => ({ key: field, label: field, type: "any" }))];
}

function dayChart(byDay: ReadonlyMap<string, Readonly<Record<string, number>>>, days: readonly string[]): Chart {
  const sums = days.map((day) => Object.values(byDay.get(day) ?? {}).reduce((sum, one) => sum + one, 0));
  const most = Math.max(0, ...sums);
  return {
    key: "by_day",
    kind: "columns",
    title: "Events a day, by severity",
    summary: most === 0 ? "No events." : `Most on ${days[sums.indexOf(most)]}: ${most}.`,
    labels: days.map((day) => day.slice(5)),
    series: SEVERITY_WORDS.map((severity) => ({
      name: severity,
      tone: `severity-${severity}` as const,
      values: days.map((day) => byDay.get(day)?.[severity] ?? 0),
    })),
  };
}
