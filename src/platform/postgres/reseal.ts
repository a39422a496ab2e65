import { SealError, type Secrets } from "../secrets.ts";
import type { Postgres, Sql } from "./postgres.ts";
import type { SealedColumn } from "./sealed-columns.ts";

/** What became of the texts of one column. */
export interface Resealed {
  table: string;
  column: string;
  /** Sealed anew under the current root by this run. */
  resealed: number;
  /** Sealed under a root that is not at hand, or altered; left as they are. */
  unopened: number;
}

interface SealedRow {
  key: string[];
  sealed: string;
}

const BATCH = 200;

/**
 * Seals under the current root what a previous one sealed, column by column, a transaction for some hundred rows. Safe to
 * repeat and to end at any point: each text is under the one root or the other, and what is under the current one is
 * passed over. A text that changes meanwhile is left to its writer, and looked at again.
 */
export async function reseal(
  postgres: Postgres,
  secrets: Secrets,
  columns: readonly SealedColumn[],
): Promise<Resealed[]> {
  const results: Resealed[] = [];
  for (const column of columns) {
    const result = { table: column.table, column: column.column, resealed: 0, unopened: 0 };
    for (let after: string[] | undefined = []; after; ) {
      const { last, resealed, unopened } = await resealBatch(postgres, secrets, column, after);
      result.resealed += resealed;
      result.unopened += unopened;
      after = last;
    }
    results.push(result);
  }
  return results;
}

/** The rows behind that key, in the order of the keys; `last` undefined where none is left. */
async function resealBatch(postgres: Postgres, secrets: Secrets, column: SealedColumn, after: readonly string[]) {
  return postgres.transaction(async (tx) => {
    const rows = await oldRows(tx, column, secrets.rootId, after);
    let resealed = 0;
    let unopened = 0;
    for (const { key, sealed } of rows) {
      const fresh = resealText(secrets, column, key, sealed);
      if (fresh === undefined) unopened++;
      else {
        await replace(tx, column, key, fresh);
        resealed++;
      }
    }
    return { last: rows.length === BATCH ? rows.at(-1)?.key : undefined, resealed, unopened };
  });
}

/** Locked, so that a text is not replaced by the new seal of what it was before. Names come from the list alone. */
async function oldRows(tx: Sql, { table, key, column }: SealedColumn, rootId: string, after: readonly string[]) {
  const names = key.map((name) => `"${name}"`);
  const beyond = after.length > 0 ? `and (${names}) > (${key.map((_, i) => `$${i + 3}`)})` : "";
  return tx.query<SealedRow>(
    `select array[${names.map((name) => `${name}::text`)}] as key, "${column}" as sealed from "${table}"
     where split_part("${column}", '.', 2) <> $1 ${beyond}
     order by ${names} limit $2 for no key update`,
    [rootId, BATCH, ...after],
  );
}

function resealText(secrets: Secrets, column: SealedColumn, key: readonly string[], sealed: string) {
  const binding = column.binding(...key);
  try {
    return secrets.seal(column.purpose, secrets.open(column.purpose, sealed, binding), binding);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

async function replace(tx: Sql, { table, key, column }: SealedColumn, values: readonly string[], sealed: string) {
  const isRow = key.map((name, i) => `"${name}" = $${i + 2}`).join(" and ");
  await tx.query(`update "${table}" set "${column}" = $1 where ${isRow}`, [sealed, ...values]);
}
