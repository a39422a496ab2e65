import { countedSql, suppressedSql } from "../../events/index.ts";
import type { CheckedFilter } from "../checked-query.ts";
import type { SqlEntity, SqlField } from "./sql-entity.ts";
import { timeParts } from "./time-parts.ts";

const column = (name: string): SqlField => ({ sql: `e.${name}` });
const set = (name: string): SqlField => ({ sql: `e.${name}`, notNull: true });

/** The first acknowledgement since the event last began; notes keep the status. */
const ACKNOWLEDGED = `(select min(a.at) from event_history a
  where a.tenant_id = e.tenant_id and a.event_id = e.id and a.to_status = 'acknowledged'
    and a.from_status <> 'acknowledged' and a.at >= e.occurred_at)`;

const NAMES_ONE_OF = (ids: string) =>
  `e.id in (select l.event_id from event_cis l where l.tenant_id = $1 and l.ci_id = any(${ids}))`;

/** Lists of statuses and severities of which an event must have one; undefined where a filter says more. */
function countedBy(filters: readonly CheckedFilter[]): { status: string[][]; severity: string[][] } | undefined {
  const found = { status: [] as string[][], severity: [] as string[][] };
  for (const { field, op, values } of filters) {
    if ((field.path !== "status" && field.path !== "severity") || (op !== "eq" && op !== "in")) return undefined;
    found[field.path].push(values.map((value) => String(value).toLowerCase()));
  }
  return found;
}

/** Events. `affected_cis` keeps the ids of CIs that were deleted. */
export const eventStore = {
  name: "event",
  from: "from events e",
  scope: "e.tenant_id = $1",
  id: "e.id",
  fields: {
    id: set("id"),
    title: set("title"),
    description: column("description"),
    severity: set("severity"),
    status: {
      ...set("status"),
      implied: (values) => (values.includes("resolved") ? undefined : "e.status <> 'resolved'"),
    },
    source: set("source"),
    source_id: column("source_id"),
    affected_cis: {
      ...set("affected_cis"),
      isLink: true,
      anyOf: (put, values) => NAMES_ONE_OF(`${put(values)}::text[]`),
    },
    hostname: column("hostname"),
    fqdn: column("fqdn"),
    ip_address: column("ip_address"),
    metrics: set("metrics"),
    context: set("context"),
    occurred_at: set("occurred_at"),
    ...timeParts("occurred_at", "e.occurred_at"),
    last_seen: set("last_seen"),
    occurrences: set("occurrences"),
    flapping: {
      sql: "coalesce(e.changed_at[cardinality(e.changed_at) - 3] >= now() - interval '10 minutes', false)",
      notNull: true,
    },
    suppressed: { sql: suppressedSql("now()"), notNull: true },
    resolved_at: column("resolved_at"),
    time_to_acknowledge: { sql: `extract(epoch from ${ACKNOWLEDGED} - e.occurred_at)::float8` },
    time_to_resolve: { sql: "extract(epoch from e.resolved_at - e.occurred_at)::float8" },
    created_at: set("created_at"),
    created_by: set("created_by"),
    updated_at: set("updated_at"),
  },
  free: { metrics: "e.metrics", context: "e.context" },
  links: {
    several: true,
    namesOneOf: NAMES_ONE_OF,
    join: "left join lateral unnest(e.affected_cis) as link (ci_id) on true",
    ids: "e.affected_cis",
  },
  counted({ filters, match }, put) {
    const lists = match === "all" || filters.length < 2 ? countedBy(filters) : undefined;
    return lists && countedSql("$1", { status: lists.status.map(put), severity: lists.severity.map(put) });
  },
} as const satisfies SqlEntity;
