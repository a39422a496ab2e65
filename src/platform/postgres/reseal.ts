import { SealError, type Secrets } from "../secrets.ts";
import type { Postgres, Sql } from "./postgres.ts";
import type { SealedColumn } from "./sealed-columns.ts";

/** The result for the texts of one column. */
export interface Resealed {
  table: string;
  column: string;
  /** Number of texts that this run resealed under the current root. */
  resealed: number;
  /** Number of texts under an unknown root, or altered; left unchanged. */
  unopened: number;
}

interface SealedRow {
  key: string[];
  sealed: string;
}

const BATCH = 200;

/**
 * Reseals texts of previous roots under the current root, column by column, 200 rows per transaction. Safe to interrupt
 * and repeat: each text is under one root or the other, and texts under the current one are skipped. Row locks keep
 * concurrent writers' texts.
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

/** Reseals the rows after that key, in key order; `last` is undefined if none is left. */
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

/** Reads and locks rows, so that no concurrent change is overwritten. Names come only from `SEALED_COLUMNS`. */
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
