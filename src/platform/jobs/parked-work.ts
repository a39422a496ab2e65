import type { Sql } from "../postgres/postgres.ts";
import { MAX_TRIES } from "./tries.ts";

/**
 * Work that failed `MAX_TRIES` times and is tried once a day. The operator sees the count, and can have it tried at once.
 */
export interface ParkedWork {
  /** Name in metrics and at the command line. */
  readonly name: string;
  count(): Promise<number>;
  /** Makes all of it due now, with no tries counted; returns the count. */
  release(): Promise<number>;
}

/** Parked work in a table with the columns `tries` and `not_before`, or another one that says when it is due. */
export function parkedWork(sql: Sql, name: string, table: string, { due = "not_before" } = {}): ParkedWork {
  const isParked = `tries >= ${MAX_TRIES}`;
  return {
    name,
    async count() {
      const rows = await sql.query<{ n: number }>(`select count(*) as n from ${table} where ${isParked}`);
      return rows[0]?.n ?? 0;
    },
    async release() {
      const text = `update ${table} set tries = 0, ${due} = now() where ${isParked} returning 1`;
      return (await sql.query(text)).length;
    },
  };
}
