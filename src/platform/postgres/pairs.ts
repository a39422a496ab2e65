import type { Sql } from "./postgres.ts";

/** Tables whose key is a tenant, a CI and an event. */
type PairTable = "event_cis" | "open_alarms";

/**
 * Deletes the rows of these pairs, each by its own index lookup: for a tenant that the statistics do not know yet, a join
 * would read all its rows.
 */
export async function deletePairs(
  tx: Sql,
  table: PairTable,
  tenantId: string,
  pairs: readonly { ciId: string; eventId: string }[],
): Promise<void> {
  await tx.query(
    `delete from ${table} where ctid = any(array(
       select found.ctid from unnest($2::text[], $3::text[]) as p (ci_id, event_id) cross join lateral (
         select ctid from ${table} t
         where t.tenant_id = $1 and t.ci_id = p.ci_id collate "C" and t.event_id = p.event_id collate "C"
         limit 1 for update) found))`,
    [tenantId, pairs.map(({ ciId }) => ciId), pairs.map(({ eventId }) => eventId)],
  );
}
