import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Whose findings may be new: those of instances, of profiles, or of CVEs; of profiles and CVEs, those of both. */
export interface MaybeNew {
  ciIds?: readonly string[];
  profileIds?: readonly string[];
  cves?: readonly string[];
}

/** An instance that is newly affected by a critical or known exploited CVE. */
export interface FoundRow {
  cve: string;
  severity: string;
  score: number | null;
  epss: number | null;
  kevAdded: string | null;
  kevDue: string | null;
  published: Date | null;
  summary: string;
  reason: string;
  criterion: string | null;
  instanceId: string;
  instanceName: string;
  serverId: string | null;
  serverName: string | null;
}

/** The most urgent of the gathered findings, and how many there are. */
export interface GatheredRow extends FoundRow {
  /** Pairs of instance and CVE. */
  findings: number;
  vulnerabilities: number;
  knownExploited: number;
  instances: number;
  servers: number;
  /** Ids of the most urgent CVEs. */
  mostUrgent: string[];
}

/** Affected instances of critical and known exploited CVEs, as `r`, `c` and `k`, of which no decision accepts any. */
const WORTH_TELLING = `exposure_results r join cve_records c on c.cve = r.cve left join kev_entries k on k.cve = r.cve
  where r.tenant_id = $1 and r.status = 'affected' and (c.severity = 'critical' or k.cve is not null)
    and not exists (select from vulnerability_decisions d where d.tenant_id = $1 and d.cve = r.cve
      and d.ci_id in ('', r.ci_id, coalesce(r.server_id, '')) and (d.until is null or d.until > $2))`;
const MOST_URGENT_FIRST = "k.cve is null, c.cvss_score desc nulls last, r.cve desc, r.ci_id";
const FOUND = `c.cve, c.severity, c.cvss_score as score, e.score as epss, k.added::text as "kevAdded", k.due::text as "kevDue",
  c.published, c.summary, r.reason, r.criterion, r.ci_id as "instanceId", r.name as "instanceName",
  r.server_id as "serverId", h.name as "serverName"`;
const MORE_OF_IT = `left join epss_scores e on e.cve = r.cve
  left join exposure_hosts h on h.tenant_id = $1 and h.ci_id = r.server_id`;
const MOST_NAMED = 20;

/**
 * Notes affected instances of critical and known exploited CVEs that were never told of. The most urgent are returned, as long
 * as fewer than `mostAnHour` were within the last hour; the others are gathered. One that a decision accepts is not noted, and
 * may be later.
 */
function noteFound(tx: Sql, tenantId: string, maybe: MaybeNew, now: Date, mostAnHour: number): Promise<FoundRow[]> {
  const values: unknown[] = [tenantId, now, mostAnHour];
  const among = (column: string, ids: readonly string[] | undefined) =>
    ids ? ` and r.${column} = any($${values.push(ids)}::text[])` : "";
  const { ciIds, profileIds, cves } = maybe;
  const narrowed = `${among("ci_id", ciIds)}${among("profile_id", profileIds)}${among("cve", cves)}`;
  return tx.query(
    `with fresh as (
       select r.ci_id, r.cve, row_number() over (order by ${MOST_URGENT_FIRST}) as place from ${WORTH_TELLING}${narrowed}
         and not exists (select from exposure_told t where (t.tenant_id, t.ci_id, t.cve) = (r.tenant_id, r.ci_id, r.cve))
     ), room as (
       select $3::integer - count(*) as places from exposure_told
       where tenant_id = $1 and told_at > $2::timestamptz - interval '1 hour'
     ), noted as (
       insert into exposure_told (tenant_id, ci_id, cve, told_at, is_gathered)
       select $1, ci_id, cve, case when place <= places then $2::timestamptz end, place > places from fresh cross join room
       on conflict do nothing returning ci_id, cve, is_gathered
     ), marked as (
       update exposure_tenants set has_gathered = true
       where tenant_id = $1 and not has_gathered and exists (select from noted where is_gathered)
     )
     select ${FOUND} from noted n join exposure_results r on r.tenant_id = $1 and r.ci_id = n.ci_id and r.cve = n.cve
     join cve_records c on c.cve = r.cve left join kev_entries k on k.cve = r.cve ${MORE_OF_IT}
     where not n.is_gathered order by ${MOST_URGENT_FIRST}`,
    values,
  );
}

/**
 * Counts the gathered findings as told of, and returns the most urgent with their number; undefined if none is left. Those
 * that are gone or accepted meanwhile are forgotten, so that they are told of once they are found again.
 */
async function takeGathered(tx: Sql, tenantId: string, now: Date): Promise<GatheredRow | undefined> {
  await tx.query(
    `with still as materialized (select r.ci_id, r.cve from ${WORTH_TELLING})
     delete from exposure_told t where tenant_id = $1 and is_gathered
       and not exists (select from still s where s.ci_id = t.ci_id and s.cve = t.cve)`,
    [tenantId, now],
  );
  const [row] = await tx.query<GatheredRow>(
    `with taken as materialized (select ci_id, cve from exposure_told where tenant_id = $1 and is_gathered),
     all_of_it as materialized (
       select ${FOUND}, row_number() over (order by ${MOST_URGENT_FIRST}) as place, k.cve is not null as "isKev"
       from taken t join exposure_results r on r.tenant_id = $1 and r.ci_id = t.ci_id and r.cve = t.cve
       join cve_records c on c.cve = r.cve left join kev_entries k on k.cve = r.cve ${MORE_OF_IT}
     ), counts as (
       select count(*) as findings, count(distinct cve) as vulnerabilities, count(distinct "instanceId") as instances,
              count(distinct cve) filter (where "isKev") as "knownExploited", count(distinct "serverId") as servers
       from all_of_it
     )
     select a.*, n.*, array(select cve from all_of_it group by cve order by min(place) limit $2) as "mostUrgent"
     from all_of_it a cross join counts n where place = 1`,
    [tenantId, MOST_NAMED],
  );
  await tx.query("update exposure_told set is_gathered = false where tenant_id = $1 and is_gathered", [tenantId]);
  return row;
}

/** Of which findings was told. */
export const toldStore = { noteFound, takeGathered };
