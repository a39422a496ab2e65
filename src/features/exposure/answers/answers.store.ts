import type { CveSeverity } from "../../../platform/nvd/index.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../../platform/timed-list.ts";
import { decisionSql } from "../decisions/decisions.store.ts";
import {
  type CveFacts,
  EXPOSURE_STATUSES,
  type ExposedInstance,
  type ExposureStatus,
  type InstanceScope,
  type ListPosition,
  type ListSort,
  type Spread,
  type VulnerabilityFilter,
} from "./answers.model.ts";
import { priorityStore } from "./priority.store.ts";

const RANKS = { affected: 4, possible: 3, accepted: 2, fixed: 1 } as const satisfies Record<ExposureStatus, number>;
const STATUS_OF_RANK: Readonly<Record<number, ExposureStatus>> = Object.fromEntries(
  EXPOSURE_STATUSES.map((status) => [RANKS[status], status]),
);
const rank = (status: string) => `case ${status} when 'affected' then 4 when 'possible' then 3 else 1 end`;
const decided = (ciId: string) => `(r.cve, ${ciId}) in (select cve, ci_id from live)`;
/** The rank of an instance, as the decisions of `live` have it: on it, its server or all; each is a look-up in a hash table. */
const decidedRank = `case when r.status <> 'fixed' and (${["''", "r.ci_id", "r.server_id"].map(decided).join(" or ")}) then 2
  else ${rank("r.status")} end`;
const LIVE = `live as materialized (
  select d.cve, d.ci_id from vulnerability_decisions d where d.tenant_id = $1 and ${decisionSql.holds("$2")}
)`;

const FACTS = `c.cve, c.severity, c.cvss_version as "cvssVersion", c.cvss_score as "cvssScore", c.cvss_vector as "cvssVector",
  e.score as epss, k.added::text as "kevAdded", k.due::text as "kevDue", k.cve is not null as "isKev", c.published,
  c.last_modified as modified, c.summary`;
const RATINGS = "left join kev_entries k on k.cve = c.cve left join epss_scores e on e.cve = c.cve";

interface FactsRow {
  cve: string;
  severity: CveSeverity;
  cvssVersion: string | null;
  cvssScore: number | null;
  cvssVector: string | null;
  epss: number | null;
  kevAdded: string | null;
  kevDue: string | null;
  isKev: boolean;
  published: Date | null;
  modified: Date;
  summary: string;
}

function factsOf(row: FactsRow): CveFacts {
  const { cve, severity, cvssVersion, cvssScore, cvssVector, epss, published, modified, summary } = row;
  return {
    ...{ cve, severity, epss, published, modified, summary },
    cvss: cvssScore === null ? null : { version: cvssVersion ?? "", score: cvssScore, vector: cvssVector },
    kev: row.isKev ? { added: row.kevAdded, due: row.kevDue } : null,
  };
}

/** Values of a statement, numbered as they are added. */
function createValues(...first: unknown[]) {
  const values = [...first];
  return { values, add: (value: unknown) => `$${values.push(value)}` };
}
type Values = ReturnType<typeof createValues>;

function scopeCondition({ ciIds, softwareId }: InstanceScope, add: Values["add"]): string {
  const ids = ciIds && add(ciIds);
  const parts = [
    ids && `(i.ci_id = any(${ids}::text[]) or i.server_id = any(${ids}::text[]))`,
    softwareId !== undefined && `i.software_id = ${add(softwareId)}`,
  ];
  return parts.filter((part) => typeof part === "string").join(" and ");
}

/**
 * Each CVE that concerns an instance, with the rank of its worst one: `items(cve, worst)`, and where lists are sorted by
 * priority what that needs.
 */
function itemsOf(scope: InstanceScope, add: Values["add"], sort?: ListSort): string {
  const condition = scopeCondition(scope, add);
  const scoped = condition
    ? `scoped as materialized (
      select i.ci_id, i.server_id, i.profile_id from exposure_instances i where i.tenant_id = $1 and ${condition}),`
    : "";
  const isByPriority = sort === "priority";
  const facts = isByPriority ? `${priorityStore.ctes(condition ? "scoped" : "exposure_instances")},` : "";
  return `${LIVE}, ${scoped} ${facts}
    per as (
      select f.cve, max(${rank("f.status")}) as worst ${isByPriority ? `, ${priorityStore.ofCve}` : ""}
      from exposure_findings f ${isByPriority ? "left join profile_facts p on p.profile_id = f.profile_id" : ""}
      where f.tenant_id = $1 ${condition ? "and f.profile_id in (select profile_id from scoped)" : ""} group by f.cve
    ),
    exact as (
      select r.cve, max(${decidedRank}) as worst from exposure_results r
      where r.tenant_id = $1 and r.cve in (select cve from live)
        ${condition ? "and r.ci_id in (select ci_id from scoped)" : ""} group by r.cve
    ),
    items as (select per.cve, coalesce(exact.worst, per.worst) as worst
      ${isByPriority ? ", per.services, per.listening, per.public" : ""} from per left join exact using (cve))`;
}

function conditionsOf(filter: VulnerabilityFilter, add: Values["add"]): string {
  const { severity, kev, epssMin, status, search, from, to } = filter;
  const words = search?.split(/\s+/).filter((word) => word !== "") ?? [];
  const parts = [
    severity && `c.severity = any(${add(severity)}::text[])`,
    kev !== undefined && `k.cve is ${kev ? "not" : ""} null`,
    epssMin !== undefined && `e.score >= ${add(epssMin)}::real`,
    status && `items.worst = any(${add(status.map((one) => RANKS[one]))}::int[])`,
    from && `c.published >= ${add(from)}`,
    to && `c.published < ${add(to)}`,
    ...words.map((word) => {
      const pattern = add(`%${word.replaceAll(/[\\%_]/g, "\\$&")}%`);
      return `(c.cve ilike ${pattern} or c.summary ilike ${pattern})`;
    }),
  ];
  return parts
    .filter((part) => typeof part === "string")
    .map((part) => ` and ${part}`)
    .join("");
}

/** A time for CVEs without a publication, as milliseconds since 1970: they come last. */
const PUBLISHED = "coalesce(round(extract(epoch from c.published) * 1000), 0)::float8";

async function page(
  sql: Sql,
  tenantId: string,
  now: Date,
  {
    scope,
    filter,
    sort,
    window,
  }: { scope: InstanceScope; filter: VulnerabilityFilter; sort: ListSort; window: TimedWindow<ListPosition> },
): Promise<(CveFacts & { status: ExposureStatus; at: number })[]> {
  const { values, add } = createValues(tenantId, now);
  const items = itemsOf(scope, add, sort);
  const conditions = conditionsOf(filter, add);
  const key = sort === "priority" ? priorityStore.score : PUBLISHED;
  const [direction, after] = window.order === "desc" ? ["desc", "<"] : ["asc", ">"];
  const beyond = window.after
    ? `where (at, cve) ${after} (${add(window.after.at)}::float8, ${add(window.after.id)})`
    : "";
  const rows = await sql.query<FactsRow & { worst: number; at: number }>(
    `with ${items}, found as (
       select ${FACTS}, items.worst, ${key} as at from items join cve_records c on c.cve = items.cve ${RATINGS}
       where true ${conditions}
     ) select * from found ${beyond}
     order by at ${direction}, cve ${direction} limit ${add(window.limit)} offset ${add(window.offset)}`,
    values,
  );
  return rows.map((row) => ({ ...factsOf(row), status: STATUS_OF_RANK[row.worst] ?? "fixed", at: row.at }));
}

async function count(sql: Sql, tenantId: string, now: Date, scope: InstanceScope, filter: VulnerabilityFilter) {
  const { values, add } = createValues(tenantId, now);
  const [row] = await sql.query<{ n: number }>(
    `with ${itemsOf(scope, add)} select count(*) as n from items join cve_records c on c.cve = items.cve ${RATINGS}
     where true ${conditionsOf(filter, add)}`,
    values,
  );
  return row?.n ?? 0;
}

/** Each CVE of the scope with its status; without an order. */
async function all(sql: Sql, tenantId: string, now: Date, scope: InstanceScope) {
  const { values, add } = createValues(tenantId, now);
  const rows = await sql.query<FactsRow & { worst: number }>(
    `with ${itemsOf(scope, add)} select ${FACTS}, items.worst from items join cve_records c on c.cve = items.cve ${RATINGS}`,
    values,
  );
  return rows.map((row) => ({ ...factsOf(row), status: STATUS_OF_RANK[row.worst] ?? "fixed" }));
}

/** Of what is found, how many business services need it, as the last search found them: `reached(cve, services)`. */
const REACHED = `reached as (
  select f.cve, count(distinct x.service_id) as services from
    (select cve, ci_id from found where worst > 1 union select cve, server_id from found where worst > 1) as f
  join exposure_reach x on x.tenant_id = $1 and x.ci_id = f.ci_id group by f.cve
)`;

/** How many instances of each CVE, within the scope, and what they reach; `services` is 0 where it is not asked for. */
async function spreads(
  sql: Sql,
  tenantId: string,
  now: Date,
  cves: readonly string[],
  { scope = {}, withServices }: { scope?: InstanceScope; withServices: boolean },
): Promise<Map<string, Spread>> {
  const { values, add } = createValues(tenantId, now);
  const wanted = add(cves);
  const condition = scopeCondition(scope, add).replaceAll("i.", "r.");
  const rows = await sql.query<
    Record<ExposureStatus, number> & {
      cve: string;
      servers: number;
      services: number;
      listening: boolean | null;
      public: boolean | null;
    }
  >(
    `with ${LIVE}, found as materialized (
       select r.cve, r.ci_id, r.server_id, ${decidedRank} as worst from exposure_results r
       where r.tenant_id = $1 and r.cve = any(${wanted}::text[]) ${condition ? `and ${condition}` : ""}
     )${withServices ? `, ${REACHED}` : ""}
     select f.cve, count(*) filter (where worst = 4) as affected, count(*) filter (where worst = 3) as possible,
            count(*) filter (where worst = 2) as accepted, count(*) filter (where worst = 1) as fixed,
            count(distinct f.server_id) filter (where worst > 1) as servers,
            ${withServices ? "coalesce(max(re.services), 0)" : "0"} as services,
            bool_or(h.ports > 0) filter (where worst > 1) as listening, bool_or(h.is_public) filter (where worst > 1) as public
     from found f left join exposure_hosts h on h.tenant_id = $1 and h.ci_id = f.server_id
       ${withServices ? "left join reached re on re.cve = f.cve" : ""}
     group by f.cve`,
    values,
  );
  return new Map(
    rows.map(({ cve, affected, possible, accepted, fixed, servers, services, ...row }) => [
      cve,
      {
        byStatus: { affected, possible, accepted, fixed },
        instances: affected + possible + accepted,
        ...{ servers, services, listening: row.listening ?? false, public: row.public ?? false },
      },
    ]),
  );
}

export interface CveDetail extends CveFacts {
  rejected: boolean;
  links: string[];
  weaknesses: string[];
  kevEntry: { name: string; action: string; ransomware: boolean } | null;
}

async function detail(sql: Sql, cve: string): Promise<CveDetail | undefined> {
  const [row] = await sql.query<
    FactsRow &
      Pick<CveDetail, "rejected" | "links" | "weaknesses"> & { name: string; action: string; ransomware: boolean }
  >(
    `select ${FACTS}, c.rejected, c.links, c.weaknesses, k.name, k.action, k.ransomware
     from cve_records c ${RATINGS} where c.cve = $1`,
    [cve],
  );
  if (!row) return undefined;
  const { rejected, links, weaknesses, name, action, ransomware } = row;
  return { ...factsOf(row), rejected, links, weaknesses, kevEntry: row.isKev ? { name, action, ransomware } : null };
}

/** The instances of a CVE, the worst first. */
async function instances(
  sql: Sql,
  tenantId: string,
  now: Date,
  cve: string,
  limit: number,
): Promise<ExposedInstance[]> {
  const rows = await sql.query<
    Omit<ExposedInstance, "status" | "server"> & { worst: number; serverId: string | null; serverName: string | null }
  >(
    `with ${LIVE} select r.ci_id as id, r.name, p.version, p.cpe_name as "cpeName", ${decidedRank} as worst, r.reason, r.criterion,
            r.found_at as "foundAt", r.server_id as "serverId", h.name as "serverName"
     from exposure_results r join exposure_profiles p on p.id = r.profile_id
     left join exposure_hosts h on h.tenant_id = r.tenant_id and h.ci_id = r.server_id
     where r.tenant_id = $1 and r.cve = $3 order by worst desc, h.name nulls last, r.name, r.ci_id limit $4`,
    [tenantId, now, cve, limit],
  );
  return rows.map(({ worst, serverId, serverName, ...row }) => ({
    ...row,
    status: STATUS_OF_RANK[worst] ?? "fixed",
    server: serverId === null ? null : { id: serverId, name: serverName ?? serverId },
  }));
}

/** Ids of instances and servers on which a CVE is affected, possible or accepted. */
async function exposedCis(sql: Sql, tenantId: string, cve: string, limit: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `with found as (select ci_id, server_id from exposure_results where tenant_id = $1 and cve = $2 and status <> 'fixed')
     select ci_id as id from found union select server_id from found where server_id is not null limit $3`,
    [tenantId, cve, limit],
  );
  return rows.map(({ id }) => id);
}

async function exists(sql: Sql, cve: string): Promise<boolean> {
  return (await sql.query("select from cve_records where cve = $1", [cve])).length > 0;
}

/** The findings of a server's programs, with what is known of their CVEs and the decision that holds, the narrowest first. */
async function findingsOf(sql: Sql, tenantId: string, now: Date, serverId: string) {
  const rows = await sql.query<
    FactsRow & {
      programId: string;
      status: "affected" | "possible" | "fixed";
      reason: string;
      decision: "accepted" | "false_positive" | "mitigated" | null;
      decisionReason: string | null;
    }
  >(
    `select ${FACTS}, r.ci_id as "programId", r.status, r.reason, d.decision, d.reason as "decisionReason"
     from exposure_results r join cve_records c on c.cve = r.cve ${RATINGS}
     left join lateral (
       select decision, reason from vulnerability_decisions d
       where d.tenant_id = $1 and d.cve = r.cve and ${decisionSql.concerns("r")} and ${decisionSql.holds("$2")}
       order by d.ci_id = '', d.ci_id = r.server_id limit 1
     ) as d on true
     where r.tenant_id = $1 and r.server_id = $3 order by c.cve, r.ci_id`,
    [tenantId, now, serverId],
  );
  return rows.map(({ programId, status, reason, decision, decisionReason, ...facts }) => ({
    ...factsOf(facts),
    ...{ programId, status, reason },
    decision: decision === null ? null : { kind: decision, reason: decisionReason ?? "" },
  }));
}

/** CVE counts of a tenant, for reports. */
async function totals(sql: Sql, tenantId: string) {
  const [row] = await sql.query<{ cves: number; kev: number; affected: number }>(
    `select count(distinct f.cve) as cves, count(distinct f.cve) filter (where f.status = 'affected') as affected,
            count(distinct f.cve) filter (where k.cve is not null) as kev
     from exposure_findings f left join kev_entries k on k.cve = f.cve where f.tenant_id = $1 and f.status <> 'fixed'`,
    [tenantId],
  );
  return row ?? { cves: 0, kev: 0, affected: 0 };
}

/** Servers, and programs without one, that a known exploited or a critical CVE affects and no decision accepts. */
async function affectedCis(sql: Sql, tenantId: string, now: Date) {
  const [row] = await sql.query<{ kev: number; critical: number }>(
    `with ${LIVE}, serious as materialized (
       select f.profile_id, f.cve, k.cve is not null as kev, c.severity = 'critical' as critical
       from exposure_findings f join cve_records c on c.cve = f.cve left join kev_entries k on k.cve = f.cve
       where f.tenant_id = $1 and f.status = 'affected' and (k.cve is not null or c.severity = 'critical')
     ), affected as (
       select coalesce(i.server_id, i.ci_id) as ci_id, s.kev, s.critical
       from serious s join exposure_instances i on i.profile_id = s.profile_id
       where i.tenant_id = $1 and not exists (
         select from live d where d.cve = s.cve and ${decisionSql.concerns("i")}
       )
     )
     select count(distinct ci_id) filter (where kev) as kev, count(distinct ci_id) filter (where critical) as critical
     from affected`,
    [tenantId, now],
  );
  return row ?? { kev: 0, critical: 0 };
}

/** CVE counts by CPE name, for reports. */
async function countsByCpe(sql: Sql, tenantId: string) {
  return sql.query<{ cpeName: string; cves: number; kev: number; affected: number }>(
    `select p.cpe_name as "cpeName", count(distinct f.cve) as cves,
            count(distinct f.cve) filter (where f.status = 'affected') as affected,
            count(distinct f.cve) filter (where k.cve is not null) as kev
     from exposure_profiles p join exposure_findings f on f.profile_id = p.id left join kev_entries k on k.cve = f.cve
     where p.tenant_id = $1 and f.status <> 'fixed' group by p.cpe_name`,
    [tenantId],
  );
}

export const answersStore = {
  page,
  count,
  all,
  spreads,
  detail,
  instances,
  exposedCis,
  exists,
  findingsOf,
  totals,
  affectedCis,
  countsByCpe,
};
