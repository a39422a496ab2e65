import type { QueryRow, QueryVerbs } from "../../query/index.ts";
import type { Component } from "../../services/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import { type DateRange, daysOf } from "../parameters/date-range.ts";
import type { Chart, ReportTemplate } from "../report.model.ts";
import { type Availability, availabilityIn, outagesOf, type Span } from "./availability.ts";
import { contentOf, periodOrLast30Days } from "./content.ts";
import { createDataReader, type DataReader, newestOf, readyTable } from "./read-data.ts";

/** Components of services, by service id. */
export type ComponentsOf = (tenantId: string, serviceIds: readonly string[]) => Promise<Map<string, Component[]>>;

const CHARTED_DAYS = 31;
const CHARTED_SERVICES = 25;
const WEIGHT: Readonly<Record<string, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

const TEMPLATE = {
  id: "service_health",
  name: "Service health",
  category: "operations",
  description: "Availability of every business service against its agreed level, and how it is now.",
  parameters: parametersSchema({}),
  formats: ["pdf", "html", "json"],
  usedParameters: ["date_range"],
  scopes: ["services.read", "events.read", "cmdb.read"],
} as const satisfies Omit<ReportTemplate, "build">;

interface ServiceLine {
  row: QueryRow;
  name: string;
  target: number | null;
  outages: readonly Span[];
  availability: Availability;
  /** Null without a target. */
  met: boolean | null;
}

/** Availability in percent, from the times of critical events. Without a period: the last 30 days. */
export function serviceHealth({
  query,
  componentsOf,
}: {
  query: QueryVerbs;
  componentsOf: ComponentsOf;
}): ReportTemplate {
  return {
    ...TEMPLATE,
    async build(run) {
      const data = createDataReader(query, run);
      const period = periodOrLast30Days(run);
      const [services, down] = await Promise.all([
        data.rows({
          entity: "service",
          fields: [
            "id",
            "name",
            "status",
            "criticality",
            "sla.availability",
            "health.status",
            "health.score",
            "components.count",
            "updated_at",
          ],
          order: [{ field: "name" }],
        }),
        readDown(data, period, run.now),
      ]);
      const ids = services.map(({ id }) => String(id));
      const components = await componentsOf(run.ctx.tenantId, ids);
      const lines = services.map((row): ServiceLine => {
        const id = String(row.id);
        const outages = outagesOf(id, components.get(id) ?? [], (ciId) => down.spans.get(ciId) ?? []);
        const availability = availabilityIn(outages, period, run.now);
        const target = typeof row["sla.availability"] === "number" ? row["sla.availability"] : null;
        const met = target === null || availability.percent === null ? null : availability.percent >= target;
        return { row, name: String(row.name), target, outages, availability, met };
      });
      lines.sort((a, b) => weightOf(a) - weightOf(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
      const measured = lines.flatMap(({ availability: { percent } }) => (percent === null ? [] : [percent]));
      const missed = lines.filter(({ met }) => met === false).length;
      const agreed = lines.filter(({ target }) => target !== null).length;
      const unwell = lines.filter(
        ({ row }) => row["health.status"] === "critical" || row["health.status"] === "degraded",
      );
      return contentOf(TEMPLATE, run, {
        period,
        dataAsOf: newestOf(
          down.newest,
          ...services.map((row) => (typeof row.updated_at === "string" ? row.updated_at : null)),
        ),
        figures: [
          {
            key: "services",
            label: "Business services",
            value: lines.length,
            comparison: `${agreed} with an agreed availability`,
          },
          {
            key: "mean_availability",
            label: "Mean availability",
            value:
              measured.length === 0
                ? null
                : Math.round((measured.reduce((sum, one) => sum + one, 0) / measured.length) * 1_000) / 1_000,
            kind: "percent",
            comparison: "of all services, each counted once",
          },
          {
            key: "below_target",
            label: "Below the agreed level",
            value: missed,
            tone: missed > 0 ? "bad" : "good",
            comparison: `of ${agreed} with an agreed availability`,
          },
          {
            key: "unwell_now",
            label: "Not well now",
            value: unwell.length,
            tone: unwell.length > 0 ? "warning" : "good",
            comparison: "critical or degraded",
          },
        ],
        charts: [heatChart(lines, period, run)],
        tables: [
          readyTable(
            {
              key: "services",
              title: "Services",
              note: "The most critical first.",
              empty: "There are no business services.",
              columns: [
                { key: "name", label: "Service", type: "text" },
                { key: "criticality", label: "Criticality", type: "text" },
                { key: "availability", label: "Availability", type: "percent" },
                { key: "sla_availability", label: "Agreed", type: "percent" },
                { key: "sla_met", label: "Met", type: "boolean" },
                { key: "downtime", label: "Down for", type: "duration" },
                { key: "outages", label: "Outages", type: "number" },
                { key: "health", label: "Now", type: "text" },
                { key: "health_score", label: "Score", type: "number" },
                { key: "id", label: "Id", type: "text", dataOnly: true },
              ],
            },
            lines.map(({ row, name, target, availability, met }) => ({
              name,
              criticality: row.criticality,
              availability: availability.percent,
              sla_availability: target,
              sla_met: met,
              downtime: availability.downSeconds,
              outages: availability.outages,
              health: row["health.status"],
              health_score: row["health.score"],
              id: row.id,
            })),
          ),
        ],
        notes: [
          "A service counts as down while a critical event is not resolved on it or on one of its components. Of components of one redundancy group all must be down; optional components do not count.",
          "Events count from when they happened at their source until they were resolved; the part of the period that is yet to come is left out.",
          "Response times are not measured by Orrery; health now also considers what the components need.",
        ],
      });
    },
  };
}

function weightOf({ row }: ServiceLine): number {
  return WEIGHT[String(row.criticality)] ?? 4;
}

/** When critical events were unresolved on CIs, by CI. */
async function readDown(data: DataReader, { from, to }: DateRange, now: Date) {
  const spans = new Map<string, Span[]>();
  let newest: string | null = null;
  const time = { field: "occurred_at", to: to.toISOString() };
  const fields = ["occurred_at", "resolved_at", "affected_cis", "updated_at"];
  const critical = { field: "severity", op: "eq" as const, value: "critical" };
  const ended = { field: "resolved_at", op: "gte" as const, value: from.toISOString() };
  for (const state of [{ field: "status", op: "ne" as const, value: "resolved" }, ended]) {
    for await (const page of data.stream({ entity: "event", filters: [critical, state], time, fields })) {
      for (const row of page) {
        // An event that was opened again keeps the end of its first part: it is read as unresolved alone.
        const end = state === ended ? Date.parse(String(row.resolved_at)) : now.getTime();
        const span: Span = [Date.parse(String(row.occurred_at)), end];
        for (const id of Array.isArray(row.affected_cis) ? row.affected_cis : []) {
          spans.set(String(id), [...(spans.get(String(id)) ?? []), span]);
        }
        newest = newestOf(newest, typeof row.updated_at === "string" ? row.updated_at : null);
      }
    }
  }
  return { spans, newest };
}

function heatChart(
  lines: readonly ServiceLine[],
  period: DateRange,
  run: { now: Date; parameters: { time_zone: string } },
): Chart {
  const end = new Date(Math.min(period.to.getTime(), run.now.getTime()));
  const days = end > period.from ? daysOf({ from: period.from, to: end }, run.parameters.time_zone, CHARTED_DAYS) : [];
  const shown = lines.slice(0, CHARTED_SERVICES);
  return {
    key: "availability_by_day",
    kind: "heat",
    title: "Availability by day",
    summary:
      lines.length > shown.length
        ? `The ${shown.length} most critical of ${lines.length} services.`
        : "Each day of each service.",
    labels: days.map(({ day }) => day.slice(5)),
    rows: shown.map(({ name, outages, availability }) => ({
      name,
      text: availability.percent === null ? "" : `${availability.percent} %`,
      values: days.map(({ start, end: dayEnd }) => {
        const from = new Date(Math.max(start.getTime(), period.from.getTime()));
        const { percent } = availabilityIn(
          outages,
          { from, to: new Date(Math.min(dayEnd.getTime(), end.getTime())) },
          run.now,
        );
        return percent === null ? null : percent / 100;
      }),
    })),
  };
}
