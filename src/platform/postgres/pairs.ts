import type { Sql } from "./postgres.ts";
import { textArray } from "./text-array.ts";

/** Tables whose key is a tenant, a CI and an event. */
type PairTable = "event_cis" | "open_alarms";

/** A CI and an event on it. */
export interface Pair {
  ciId: string;
  eventId: string;
}

/** The statement that inserts `pairColumns`, its second and third parameter, of the tenant that is its first. */
export const insertPairsSql = (table: PairTable): string =>
  `insert into ${table} (tenant_id, ci_id, event_id) select $1, p.* from unnest($2::text[], $3::text[]) as p`;

export const pairColumns = (pairs: readonly Pair[]): [ciIds: Buffer, eventIds: Buffer] => [
  textArray(pairs.map(({ ciId }) => ciId)),
  textArray(pairs.map(({ eventId }) => eventId)),
];

/** Inserts the rows of these pairs that are not there. */
export async function insertPairs(tx: Sql, table: PairTable, tenantId: string, pairs: readonly Pair[]): Promise<void> {
  await tx.query(`${insertPairsSql(table)} on conflict do nothing`, [tenantId, ...pairColumns(pairs)]);
}

/**
 * Deletes the rows of these pairs, each by its own index lookup: for a tenant that the statistics do not know yet, a join
 * would read all its rows.
 */
export async function deletePairs(tx: Sql, table: PairTable, tenantId: string, pairs: readonly Pair[]): Promise<void> {
  await tx.query(
    `delete from ${table} where ctid = any(array(
       select found.ctid from unnest($2::text[], $3::text[]) as p (ci_id, event_id) cross join lateral (
         select ctid from ${table} t
         where t.tenant_id = $1 and t.ci_id = p.ci_id collate "C" and t.event_id = p.event_id collate "C"
         limit 1 for update) found))`,
    [tenantId, ...pairColumns(pairs)],
  );
}
