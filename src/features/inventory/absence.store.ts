import type { Sql } from "../../platform/postgres/postgres.ts";

/** Ids of tenants with sightings. */
export async function tenantsWithSightings(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ tenant_id: string }>("select distinct tenant_id from sightings order by tenant_id");
  return rows.map((row) => row.tenant_id);
}

/**
 * Ids of CIs that no scanner has seen since `before` (ISO 8601), although a scanner of theirs has completed a full scan
 * since. All their scanners that make full scans must have made one since; scanners that make none, such as agents, do
 * not count. A full scan with a failed host does not count either, because that host may be the CI.
 *
 * @param range the CIs to check, or a page of all CIs: those after an id, in the order of ids
 */
export async function absentCis(
  sql: Sql,
  tenantId: string,
  before: string,
  range: { after: string; limit: number } | { ciIds: string[] },
): Promise<string[]> {
  const [after, limit, ciIds] = "ciIds" in range ? ["", null, range.ciIds] : [range.after, range.limit, null];
  const rows = await sql.query<{ ci_id: string }>(
    `with full_scans as (
       select s.scanner_id, max(s.observed_at) as at from scans s
       where s.tenant_id = $1 and s.status = 'completed' and lower(s.scan_type) = 'full'
         and not exists (select 1 from raw_scan_records r
                         where r.tenant_id = s.tenant_id and r.scan_id = s.id and r.status = 'failed')
       group by s.scanner_id)
     select s.ci_id from sightings s left join full_scans f on f.scanner_id = s.scanner_id
     where s.tenant_id = $1 and s.ci_id > $3 and ($5::text[] is null or s.ci_id = any($5))
     group by s.ci_id
     having max(s.last_seen) < $2 and bool_or(f.at > s.last_seen) and bool_and(f.at is null or f.at > s.last_seen)
     order by s.ci_id limit $4`,
    [tenantId, before, after, limit, ciIds],
  );
  return rows.map((row) => row.ci_id);
}
