import type { Sql } from "./postgres.ts";

/** Rows of one statement: far fewer than one can delete within the statement timeout, cascades included. */
const BATCH = 2_000;

/**
 * Deletes the rows of a condition, a bounded number in each statement, so that none reaches the statement timeout however
 * many rows there are. Skips rows that are being written. Returns the number of deleted rows.
 *
 * @param condition SQL over the table's columns and `values`
 */
export async function deleteInBatches(
  sql: Sql,
  table: string,
  condition: string,
  values: readonly unknown[],
  batch: number = BATCH,
): Promise<number> {
  let total = 0;
  for (let count = batch; count === batch; total += count) {
    const rows = await sql.query(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} where ${condition} limit ${batch} for update skip locked)) returning 1`,
      values,
    );
    count = rows.length;
  }
  return total;
}
