import { deleteInBatches } from "../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

/** Digests of alerts that are stored, of inbound messages that are not yet stored whole. */
export const receiptsStore = {
  /**
   * Records the alerts in the transaction that stores them, in one order, so that two of them cannot block each other.
   * Returns those that no earlier try of the message stored, in hexadecimal.
   */
  async claim(tx: Sql, tenantId: string, digests: readonly Buffer[], at: Date): Promise<Set<string>> {
    const rows = await tx.query<{ digest: string }>(
      `insert into event_receipts (tenant_id, digest, at) select $1, d, $3 from unnest($2::bytea[]) as d order by d
       on conflict do nothing returning encode(digest, 'hex') as digest`,
      [tenantId, digests, at],
    );
    return new Set(rows.map(({ digest }) => digest));
  },

  async remove(sql: Sql, tenantId: string, digests: readonly Buffer[]): Promise<void> {
    await sql.query("delete from event_receipts where tenant_id = $1 and digest = any($2::bytea[])", [
      tenantId,
      digests,
    ]);
  },

  /** Deletes those of messages that their sender does not repeat any more. */
  removeExpired: (sql: Sql, tenantId: string, before: Date): Promise<number> =>
    deleteInBatches(sql, "event_receipts", "tenant_id = $1 and at < $2", [tenantId, before]),
};
