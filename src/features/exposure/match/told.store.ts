import type { Sql } from "../../../platform/postgres/postgres.ts";
import { decisionSql } from "../decisions/decisions.store.ts";

/** Which findings may be new: of these instances, profiles or CVEs; of profiles and CVEs, findings that are of both. */
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

// `offset 0` keeps these look-ups by key: joined, the planner reads a whole table for each row where a tenant is new to its
// statistics.
const accepted = (instance: string, cve: string) => `exists (
  select from vulnerability_decisions d where d.tenant_id = $1 and d.cve = ${cve}.cve
    and ${decisionSql.concerns(instance)} and ${decisionSql.holds("$2")} offset 0)`;
const FOUND = `c.cve, c.severity, c.cvss_score as score, e.score as epss, k.added::text as "kevAdded", k.due::text as "kevDue",
  c.published, c.summary, r.reason, r.criterion, r.ci_id as "instanceId", r.name as "instanceName",
  r.server_id as "serverId", h.name as "serverName"`;
const OF_IT = `join exposure_results r on r.tenant_id = $1 and r.ci_id = n.ci_id and r.cve = n.cve
  join cve_records c on c.cve = r.cve left join kev_entries k on k.cve = r.cve left join epss_scores e on e.cve = r.cve
  left join exposure_hosts h on h.tenant_id = $1 and h.ci_id = r.server_id`;
const MOST_URGENT_FIRST = "k.cve is null, c.cvss_score desc nulls last, r.cve desc, r.ci_id";
const MOST_NAMED = 20;

/**
 * Notes affected instances of critical and known exploited CVEs of which no message was sent. The most urgent are returned, as long
 * as fewer than `mostAnHour` were within the last hour; the others are gathered. One that a decision accepts is not noted, and
 * may be later.
 */
async function noteFound(
  tx: Sql,
  tenantId: string,
  { ciIds, profileIds, cves }: MaybeNew,
  now: Date,
  mostAnHour: number,
): Promise<FoundRow[]> {
  const values: unknown[] = [tenantId, now, mostAnHour];
  const among = (column: string, ids: readonly string[]) => ` and ${column} = any($${values.push(ids)}::text[])`;
  const ofCis = ciIds ? among("i.ci_id", ciIds) : "";
  const ofProfiles =
    ofCis && ` and f.profile_id in (select profile_id from exposure_instances i where i.tenant_id = $1${ofCis})`;
  const narrowed = `${ofProfiles}${profileIds ? among("f.profile_id", profileIds) : ""}${cves ? among("f.cve", cves) : ""}`;
  // The few findings that are worth it come first: each may have thousands of instances.
  const noted = await tx.query<{ ciId: string; cve: string }>(
    `with worth as materialized (
       select f.profile_id, f.cve, k.cve is null as is_unknown, c.cvss_score as score
       from exposure_findings f join cve_records c on c.cve = f.cve left join kev_entries k on k.cve = f.cve
       where f.tenant_id = $1 and f.status = 'affected' and (c.severity = 'critical' or k.cve is not null)${narrowed}
     ), fresh as (
       select i.ci_id, w.cve, row_number() over (order by is_unknown, score desc nulls last, w.cve desc, i.ci_id) as place
       from worth w join exposure_instances i on i.profile_id = w.profile_id and i.tenant_id = $1${ofCis}
       where not ${accepted("i", "w")}
         and not exists (select from exposure_told t where t.tenant_id = $1 and t.ci_id = i.ci_id and t.cve = w.cve offset 0)
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
     select ci_id as "ciId", cve from noted where not is_gathered`,
    values,
  );
  if (noted.length === 0) return [];
  return tx.query(
    `select ${FOUND} from unnest($2::text[], $3::text[]) as n (ci_id, cve) ${OF_IT} order by ${MOST_URGENT_FIRST}`,
    [tenantId, noted.map(({ ciId }) => ciId), noted.map(({ cve }) => cve)],
  );
}

/**
 * Marks the gathered findings as sent, and returns the most urgent with their number; undefined if none is left. Findings
 * that are gone or accepted meanwhile are deleted, so that a message is sent once they are found again.
 */
async function takeGathered(tx: Sql, tenantId: string, now: Date): Promise<GatheredRow | undefined> {
  await tx.query(
    `delete from exposure_told t where tenant_id = $1 and is_gathered and not exists (
       select from exposure_results r where r.tenant_id = $1 and r.ci_id = t.ci_id and r.cve = t.cve and r.status = 'affected'
         and not ${accepted("r", "r")} offset 0)`,
    [tenantId, now],
  );
  const [row] = await tx.query<GatheredRow>(
    `with taken as materialized (
       select r.ci_id, r.cve, r.server_id, k.cve is not null as is_known, row_number() over (order by ${MOST_URGENT_FIRST}) as place
       from exposure_told t join exposure_results r on r.tenant_id = $1 and r.ci_id = t.ci_id and r.cve = t.cve
       join cve_records c on c.cve = r.cve left join kev_entries k on k.cve = r.cve
       where t.tenant_id = $1 and t.is_gathered
     ), counts as (
       select count(*) as findings, count(distinct cve) as vulnerabilities, count(distinct ci_id) as instances,
              count(distinct cve) filter (where is_known) as "knownExploited", count(distinct server_id) as servers
       from taken
     )
     select ${FOUND}, counts.*, array(select cve from taken group by cve order by min(place) limit $2) as "mostUrgent"
     from taken n ${OF_IT} cross join counts where n.place = 1`,
    [tenantId, MOST_NAMED],
  );
  await tx.query("update exposure_told set is_gathered = false where tenant_id = $1 and is_gathered", [tenantId]);
  return row;
}

/** The findings that messages were sent of, or wait for one. */
export const toldStore = { noteFound, takeGathered };
