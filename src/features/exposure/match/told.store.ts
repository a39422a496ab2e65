import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Profiles, or instances, whose findings may be new. */
export type MaybeNew = { profileIds: readonly string[] } | { ciIds: readonly string[] };

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

/**
 * Notes affected instances of critical and known exploited CVEs that were never told of, and returns up to `limit` of them.
 * One that a decision accepts is not told of, and may be later.
 */
function noteFound(tx: Sql, tenantId: string, maybe: MaybeNew, now: Date, limit: number): Promise<FoundRow[]> {
  const [column, ids] = "ciIds" in maybe ? ["ci_id", maybe.ciIds] : ["profile_id", maybe.profileIds];
  return tx.query(
    `with noted as (
       insert into exposure_told (tenant_id, ci_id, cve)
       select r.tenant_id, r.ci_id, r.cve from exposure_results r join cve_records c on c.cve = r.cve
       where r.tenant_id = $1 and r.${column} = any($2::text[]) and r.status = 'affected'
         and (c.severity = 'critical' or exists (select from kev_entries k where k.cve = r.cve))
         and not exists (select from exposure_told t where (t.tenant_id, t.ci_id, t.cve) = (r.tenant_id, r.ci_id, r.cve))
         and not exists (select from vulnerability_decisions d where d.tenant_id = $1 and d.cve = r.cve
           and d.ci_id in ('', r.ci_id, coalesce(r.server_id, '')) and (d.until is null or d.until > $3))
       limit $4
       on conflict do nothing returning ci_id, cve
     )
     select n.cve, c.severity, c.cvss_score as score, e.score as epss, k.added::text as "kevAdded", k.due::text as "kevDue",
            c.published, c.summary, r.reason, r.criterion, r.ci_id as "instanceId", r.name as "instanceName",
            r.server_id as "serverId", h.name as "serverName"
     from noted n join exposure_results r on r.tenant_id = $1 and r.ci_id = n.ci_id and r.cve = n.cve
     join cve_records c on c.cve = n.cve
     left join kev_entries k on k.cve = n.cve left join epss_scores e on e.cve = n.cve
     left join exposure_hosts h on h.tenant_id = $1 and h.ci_id = r.server_id
     order by n.cve, r.ci_id`,
    [tenantId, ids, now, limit],
  );
}

/** Of what was told. */
export const toldStore = { noteFound };
