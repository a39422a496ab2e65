import type { QueryForm } from "../../src/features/query/index.ts";

/** A usual question as a form, and by hand. Both answer the same rows, with the same columns in the same order. */
export interface QueryCase {
  name: string;
  form: QueryForm;
  /** With `$tenant`. */
  cypher?: string;
  /** With `$1` for the tenant, and beside Cypher `$2` for the ids that this finds. */
  sql?: string;
}

const MONTH = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };
const IN_MONTH = `occurred_at >= '${MONTH.from}' and occurred_at < '${MONTH.to}'`;
const EVENTS = "from events where tenant_id = $1";
const CIS = "MATCH (c:CI) WHERE c.tenant = $tenant AND c.id >= ''";
/** By the index, as whoever writes by hand looks up. */
const HOST_500 =
  "MATCH (a:CI) USING INDEX a:CI(tenant, nameKey, id) " +
  "WHERE a.tenant = $tenant AND a.nameKey = 'host-500.example.com' AND a.id IS NOT NULL";
const OF_TYPE =
  "MATCH (c:CI) USING INDEX c:CI(tenant, type, createdAt, id) " +
  "WHERE c.tenant = $tenant AND c.createdAt >= '' AND c.id IS NOT NULL AND c.type =";
const count = [{ fn: "count" as const }];
const eq = (field: string, value: string | number) => ({ field, op: "eq" as const, value });

/** Usual questions on CIs of `seedCis` and events of `bench/query.ts`. */
export const QUERY_CASES: readonly QueryCase[] = [
  {
    name: "CIs of a type",
    form: { entity: "ci", filters: [eq("type", "server")], limit: 100 },
    cypher: `${OF_TYPE} 'server' RETURN c.id AS id, c.name AS name, c.type AS type, c.status AS status ORDER BY c.id LIMIT 100`,
  },
  {
    name: "number of CIs",
    form: { entity: "ci", aggregate: count },
    cypher: `${CIS} RETURN count(c) AS n`,
  },
  {
    name: "CIs of a type, number",
    form: { entity: "ci", filters: [eq("type", "database")], aggregate: count },
    cypher: `${OF_TYPE} 'database' RETURN count(c) AS n`,
  },
  {
    name: "CIs by type",
    form: { entity: "ci", group_by: ["type"] },
    cypher: `${CIS} RETURN c.type AS type, count(*) AS n ORDER BY type`,
  },
  {
    name: "CIs by status",
    form: { entity: "ci", group_by: ["status"] },
    cypher: `${CIS} RETURN c.status AS status, count(*) AS n ORDER BY status`,
  },
  {
    name: "CIs with many cores",
    form: { entity: "ci", filters: [{ field: "attributes.cpu_cores", op: "gte", value: 32 }], aggregate: count },
    cypher: `${CIS} AND c.\`attributes.cpu_cores\` >= 32 RETURN count(c) AS n`,
  },
  {
    name: "memory by site",
    form: { entity: "ci", group_by: ["custom_fields.site"], aggregate: [{ fn: "avg", field: "attributes.memory_gb" }] },
    cypher: `${CIS} RETURN c.\`custom_fields.site\` AS site, avg(c.\`attributes.memory_gb\`) AS n ORDER BY site`,
  },
  {
    name: "CIs by part of their name",
    form: { entity: "ci", filters: [{ field: "name", op: "contains", value: "HOST-999" }], aggregate: count },
    cypher: `${CIS} AND toLower(c.name) CONTAINS 'host-999' RETURN count(c) AS n`,
  },
  {
    name: "what depends on a CI",
    form: { entity: "ci", path: { of: "host-500.example.com", direction: "downstream", depth: 10 }, fields: ["id"] },
    cypher: `${HOST_500} MATCH (a)<-[:DEPENDS_ON*1..10]-(c:CI {tenant: $tenant}) RETURN DISTINCT c.id AS id ORDER BY id`,
  },
  {
    name: "relationships by type",
    form: { entity: "relationship", group_by: ["type"] },
    cypher: "MATCH ()-[r:DEPENDS_ON {tenant: $tenant}]->() RETURN toLower(type(r)) AS type, count(*) AS n",
  },
  {
    name: "newest events",
    form: { entity: "event", fields: ["id", "title", "severity"], limit: 100 },
    sql: `select id, title, severity ${EVENTS} order by occurred_at desc, id desc limit 100`,
  },
  {
    name: "number of events",
    form: { entity: "event", aggregate: count },
    sql: `select count(*) as n ${EVENTS}`,
  },
  {
    name: "unresolved events",
    form: {
      entity: "event",
      filters: [{ field: "status", op: "in", value: ["open", "acknowledged"] }],
      aggregate: count,
    },
    sql: `select count(*) as n ${EVENTS} and status <> 'resolved'`,
  },
  {
    name: "events of a month by severity",
    form: { entity: "event", time: MONTH, group_by: ["severity"] },
    sql: `select severity, count(*) as n ${EVENTS} and ${IN_MONTH} group by severity order by severity`,
  },
  {
    name: "events of a month by day",
    form: { entity: "event", time: MONTH, group_by: ["occurred_at.day"] },
    sql: `select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as n ${EVENTS} and ${IN_MONTH} group by 1 order by 1`,
  },
  {
    name: "time to resolve by source",
    form: { entity: "event", time: MONTH, group_by: ["source"], aggregate: [{ fn: "avg", field: "time_to_resolve" }] },
    sql: `select source, avg(extract(epoch from resolved_at - occurred_at))::float8 as n ${EVENTS} and ${IN_MONTH} group by source order by source`,
  },
  {
    name: "events of a CI",
    form: { entity: "event", filters: [eq("ci.name", "host-500.example.com")], fields: ["id"] },
    cypher: `${HOST_500} RETURN a.id AS id`,
    sql: `select id ${EVENTS} and id in (select event_id from event_cis where tenant_id = $1 and ci_id = any($2)) order by occurred_at desc, id desc`,
  },
  {
    name: "events with a high metric",
    form: { entity: "event", time: MONTH, filters: [{ field: "metrics.load", op: "gt", value: 95 }], aggregate: count },
    sql: `select count(*) as n ${EVENTS} and ${IN_MONTH} and (metrics ->> 'load')::numeric > 95`,
  },
  {
    name: "CIs with the most events",
    form: {
      entity: "event",
      time: MONTH,
      group_by: ["affected_cis"],
      order: [{ field: "count", direction: "desc" }],
      limit: 5,
    },
    sql: `select c.id, count(*) as n from events cross join lateral unnest(affected_cis) as c (id) where tenant_id = $1 and ${IN_MONTH} group by 1 order by 2 desc, 1 limit 5`,
  },
  {
    name: "critical events by part of the title",
    form: {
      entity: "event",
      time: MONTH,
      filters: [eq("severity", "critical"), { field: "title", op: "contains", value: "DISK 7" }],
      aggregate: count,
    },
    sql: `select count(*) as n ${EVENTS} and ${IN_MONTH} and severity = 'critical' and strpos(lower(title), 'disk 7') > 0`,
  },
];
