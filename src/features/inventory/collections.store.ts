import type { Sql } from "../../platform/postgres/postgres.ts";
import type { NewestCollections } from "./inventory.model.ts";

/**
 * The newest collections of CIs, by CI id. A report with an unchanged payload stores no collection; it renews the time of
 * the one that it repeats.
 */
export async function newestCollections(
  sql: Sql,
  tenantId: string,
  ciIds: string[],
): Promise<Map<string, NewestCollections>> {
  if (ciIds.length === 0) return new Map();
  const rows = await sql.query<{ ci_id: string; kind: string; scanner_id: string; at: Date }>(
    `select c.ci_id, c.kind, c.scanner_id, greatest(c.collected_at, (s.collected ->> c.kind)::timestamptz) as at
     from collections c
     left join sightings s on s.tenant_id = c.tenant_id and s.ci_id = c.ci_id and s.scanner_id = c.scanner_id
     where c.tenant_id = $1 and c.ci_id = any($2::text[])`,
    [tenantId, ciIds],
  );
  const byCi = new Map<string, Map<string, { at: string; scannerId: string }>>();
  for (const row of rows) {
    const kinds = byCi.get(row.ci_id) ?? new Map<string, { at: string; scannerId: string }>();
    byCi.set(row.ci_id, kinds.set(row.kind, { at: row.at.toISOString(), scannerId: row.scanner_id }));
  }
  return byCi;
}

/** How many hosts have reported connections, at most 100,000. */
export async function reportingHosts(sql: Sql, tenantId: string): Promise<number> {
  const [row] = await sql.query<{ total: number }>(
    `select count(*) as total from (
       select 1 from collections where tenant_id = $1 and kind = 'network_connections' limit 100000) c`,
    [tenantId],
  );
  return Number(row?.total ?? 0);
}
