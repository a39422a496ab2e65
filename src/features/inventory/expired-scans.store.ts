import { deleteInBatches } from "../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

/** Scans, and raw records with their whole text, that one statement deletes. */
const DELETED = { scans: 200, records: 500 } as const;

/** Deletes scans and their raw records that many days after their end. Returns the number of scans. */
async function deleteExpiredScans(sql: Sql, tenantId: string, days: number): Promise<number> {
  const isExpired = "tenant_id = $1 and completed_at < now() - make_interval(days => $2)";
  let deleted = 0;
  for (let found = 1; found > 0; ) {
    const expired = await sql.query<{ id: string }>(`select id from scans where ${isExpired} limit ${DELETED.scans}`, [
      tenantId,
      days,
    ]);
    const ids = expired.map(({ id }) => id);
    // Records first: one scan has thousands, and deleting it would delete them in one statement.
    const ofScans = "tenant_id = $1 and scan_id = any($2::text[])";
    await deleteInBatches(sql, "raw_scan_records", ofScans, [tenantId, ids], DELETED.records);
    const rows = await sql.query(`delete from scans where ${isExpired} and id = any($3::text[]) returning id`, [
      tenantId,
      days,
      ids,
    ]);
    found = rows.length;
    deleted += found;
  }
  return deleted;
}

/** Retention of scans. */
export const expiredScansStore = { delete: deleteExpiredScans };
