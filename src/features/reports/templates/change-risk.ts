import { createHash } from "node:crypto";
import { DateTime } from "luxon";
import type { QueryRow, QueryVerbs } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import { daysOf } from "../parameters/date-range.ts";
import type { ReportRow, ReportTemplate } from "../report.model.ts";
import { contentOf, periodOrLast30Days, timeFilter } from "./content.ts";
import { createDataReader, type DataReader, type Filters, labelOf, percentOf, readyTable } from "./read-data.ts";

/** An event this long after a change is shown beside it, in milliseconds. */
const AFTER_MS = 24 * 3_600_000;
const MAX_LISTED = 500;
const CHARTED_TYPES = 10;

const TEMPLATE = {
  id: "change_risk",
  name: "Change risk",
  category: "risk",
  description: "What was changed when, and which changes critical or high events followed within a day.",
  parameters: parametersSchema({}),
  formats: ["pdf", "html", "json"],
  usedParameters: ["ci_type", "date_range"],
  scopes: ["cmdb.read", "events.read"],
} as const satisfies Omit<ReportTemplate, "build">;

/** Changes of CIs from their history, with the events that followed. Without a period: the last 30 days. */
export function changeRisk(query: QueryVerbs): ReportTemplate {
  return {
    ...TEMPLATE,
    async build(run) {
      const data = createDataReader(query, run);
      const period = periodOrLast30Days(run);
      const { ci_type, time_zone } = run.parameters;
      const until = new Date(period.to.getTime() + AFTER_MS);
      const events = await readEvents(data, { from: period.from, to: until });
      const filters: Filters = [
        { field: "action", op: "in", value: ["ci.created", "ci.updated", "ci.deleted"] },
        ...(ci_type ? [{ field: "type", op: "in" as const, value: ci_type }] : []),
      ];
      const dayOf = (at: string) => DateTime.fromISO(at, { zone: time_zone }).toISODate() ?? "";
      const time = timeFilter(period, "at");
      const found = await readChanges(
        data.stream({
          entity: "history",
          filters,
          ...(time && { time }),
          fields: ["action", "ci_id", "name", "type", "actor", "at", "before", "after"],
          order: [{ field: "at", direction: "asc" }],
        }),
        events.byCi,
        dayOf,
      );
      const days = daysOf(period, time_zone, 92).map(({ day }) => day);
      const types = [...found.byType].sort(([, a], [, b]) => b.changes - a.changes).slice(0, CHARTED_TYPES);
      const countOf = (action: string) => found.actions.get(action) ?? 0;
      return contentOf(TEMPLATE, run, {
        period,
        dataAsOf: found.newest,
        figures: [
          {
            key: "changes",
            label: "Changes",
            value: found.total,
            comparison: `of ${found.cis.size} CIs: ${countOf("ci.created")} created, ${countOf("ci.updated")} updated, ${countOf("ci.deleted")} deleted`,
          },
          {
            key: "followed_by_events",
            label: "Followed by events",
            value: found.followed,
            tone: found.followed > 0 ? "warning" : "good",
            comparison: `${percentOf(found.followed, found.total) ?? 0} % of changes; critical or high, on the same CI, within 24 h`,
          },
          {
            key: "rolled_back",
            label: "Undone",
            value: found.undone,
            comparison: "brought a CI back to the state before the last change",
          },
          {
            key: "failed_changes",
            label: "Failed changes",
            value: null,
            comparison: "not known: needs change records",
          },
          { key: "risk_score", label: "Risk score", value: null, comparison: "not known: needs change analyses" },
        ],
        charts: [
          {
            key: "by_day",
            kind: "columns",
            title: "Changes a day",
            summary: "Those that critical or high events followed, and the others.",
            labels: days.map((day) => day.slice(5)),
            series: [
              {
                name: "followed by events",
                tone: "severity-high",
                values: days.map((day) => found.byDay.get(day)?.followed ?? 0),
              },
              {
                name: "others",
                tone: "grey",
                values: days.map((day) => (found.byDay.get(day)?.changes ?? 0) - (found.byDay.get(day)?.followed ?? 0)),
              },
            ],
          },
          {
            key: "by_type",
            kind: "stacked",
            title: "Changes by type of CI",
            summary: "Where changes happen, and where events follow them.",
            labels: types.map(([type]) => type),
            series: [
              { name: "followed by events", tone: "severity-high", values: types.map(([, { followed }]) => followed) },
              { name: "others", tone: "grey", values: types.map(([, { changes, followed }]) => changes - followed) },
            ],
          },
        ],
        tables: [
          readyTable(
            {
              key: "followed_changes",
              title: "Changes that events followed",
              note:
                found.followed > MAX_LISTED
                  ? `The first ${MAX_LISTED} of ${found.followed}.`
                  : "The first event after each, within 24 hours.",
              empty: "No critical or high event followed a change of the same CI within 24 hours.",
              columns: [
                { key: "at", label: "Changed", type: "time" },
                { key: "name", label: "CI", type: "text" },
                { key: "type", label: "Type", type: "text" },
                { key: "action", label: "Change", type: "text" },
                { key: "event", label: "First event after it", type: "text" },
                { key: "severity", label: "Severity", type: "text" },
                { key: "after", label: "After", type: "duration" },
                { key: "ci_id", label: "CI id", type: "text", dataOnly: true },
                { key: "actor", label: "Changed by", type: "text", dataOnly: true },
              ],
            },
            found.listed,
          ),
          readyTable(
            {
              key: "most_changed",
              title: "Most changed CIs",
              empty: "Nothing was changed.",
              columns: [
                { key: "name", label: "CI", type: "text" },
                { key: "type", label: "Type", type: "text" },
                { key: "changes", label: "Changes", type: "number" },
                { key: "followed", label: "Followed by events", type: "number" },
                { key: "last", label: "Last change", type: "time" },
              ],
            },
            [...found.cis.values()].sort((a, b) => b.changes - a.changes || (a.name < b.name ? -1 : 1)).slice(0, 50),
          ),
        ],
        notes: [
          "That an event followed a change does not prove that the change caused it.",
          "Failed changes, approvals, planned windows and risk scores need change records of a change-management system, of which there are none yet. All else comes from the history of the CIs.",
        ],
      });
    },
  };
}

interface FollowingEvent {
  at: number;
  title: string;
  severity: string;
}

/** Critical and high events by CI, in order of time. */
async function readEvents(data: DataReader, { from, to }: { from: Date; to: Date }) {
  const byCi = new Map<string, FollowingEvent[]>();
  const pages = data.stream({
    entity: "event",
    filters: [{ field: "severity", op: "in", value: ["critical", "high"] }],
    time: { field: "occurred_at", from: from.toISOString(), to: to.toISOString() },
    fields: ["title", "severity", "occurred_at", "affected_cis"],
    order: [{ field: "occurred_at" }],
  });
  for await (const page of pages) {
    for (const { title, severity, occurred_at, affected_cis } of page) {
      const event = { at: Date.parse(String(occurred_at)), title: String(title), severity: String(severity) };
      for (const id of Array.isArray(affected_cis) ? affected_cis : []) {
        const own = byCi.get(String(id));
        if (own) own.push(event);
        else byCi.set(String(id), [event]);
      }
    }
  }
  return { byCi };
}

interface Tally {
  changes: number;
  followed: number;
}

interface ChangedCi extends Tally, ReportRow {
  name: string;
}

async function readChanges(
  pages: AsyncIterable<readonly QueryRow[]>,
  events: ReadonlyMap<string, readonly FollowingEvent[]>,
  dayOf: (at: string) => string,
) {
  const cis = new Map<string, ChangedCi>();
  const actions = new Map<string, number>();
  const byDay = new Map<string, Tally>();
  const byType = new Map<string, Tally>();
  /** By CI: digest of the state before its last change. */
  const before = new Map<string, string>();
  const listed: ReportRow[] = [];
  let [total, followed, undone, newest] = [0, 0, 0, null as string | null];
  for await (const page of pages) {
    for (const row of page) {
      const [id, at, type] = [String(row.ci_id), String(row.at), labelOf(row.type)];
      const event = events.get(id)?.find((one) => one.at >= Date.parse(at) && one.at < Date.parse(at) + AFTER_MS);
      total += 1;
      newest = at;
      actions.set(String(row.action), (actions.get(String(row.action)) ?? 0) + 1);
      if (row.after && before.get(id) === digestOf(row.after)) undone += 1;
      if (row.before) before.set(id, digestOf(row.before));
      if (event) followed += 1;
      const ci = cis.get(id) ?? { name: labelOf(row.name), type, changes: 0, followed: 0, last: at };
      cis.set(id, { ...ci, last: at, changes: ci.changes + 1, followed: ci.followed + (event ? 1 : 0) });
      for (const [map, key] of [
        [byDay, dayOf(at)],
        [byType, type],
      ] as const) {
        const tally = map.get(key) ?? { changes: 0, followed: 0 };
        map.set(key, { changes: tally.changes + 1, followed: tally.followed + (event ? 1 : 0) });
      }
      if (event && listed.length < MAX_LISTED) listed.push(listedChange(row, event));
    }
  }
  return { total, followed, undone, newest, actions, cis, byDay, byType, listed };
}

function listedChange({ at, name, type, action, ci_id, actor }: QueryRow, event: FollowingEvent): ReportRow {
  const after = Math.round((event.at - Date.parse(String(at))) / 1_000);
  const word = String(action).replace("ci.", "");
  return { at, name, type, action: word, ci_id, actor, event: event.title, severity: event.severity, after };
}

/** Of what a person would compare: not of times and authors. */
function digestOf(state: unknown): string {
  const { name, type, status, description, attributes, custom_fields } = state as Record<string, unknown>;
  const compared = JSON.stringify([name, type, status, description, sorted(attributes), sorted(custom_fields)]);
  return createHash("sha256").update(compared).digest("base64url");
}

/** With keys in order, at any depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, entry]) => [key, sorted(entry)]);
}
