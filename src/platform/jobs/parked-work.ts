import type { Sql } from "../postgres/postgres.ts";
import { MAX_TRIES } from "./tries.ts";

/** The parked work of one kind and tenant. */
export interface ParkedOfTenant {
  tenantId: string;
  count: number;
  /** Failed tries of the work that failed most often. */
  tries: number;
  /** When the first and the last of it failed. */
  firstFailedAt: Date;
  failedAt: Date;
}

/**
 * Work that failed `MAX_TRIES` times: it is tried once a day, or no more. The operator sees it, and can have it tried at once.
 */
export interface ParkedWork {
  /** Name in metrics, in lists of jobs and at the command line. */
  readonly name: string;
  count(): Promise<number>;
  /** By tenant, in the order of their ids; of one tenant if given. */
  byTenant(tenantId?: string): Promise<ParkedOfTenant[]>;
  /** Makes all of it due now, or that of one tenant, with no tries counted; returns the count. */
  release(tenantId?: string): Promise<number>;
  /** Gives up that of a tenant; returns the count. Absent where the data requires the work. */
  discard?(tenantId: string): Promise<number>;
}

/** Where a table differs from the columns `tries` and `not_before`; texts of SQL. */
export interface ParkedRows {
  /** Column that says when the work is due. */
  due?: string;
  /** Which rows are parked; default: those that failed `MAX_TRIES` times. */
  isParked?: string;
  /** When a parked row failed; default: a day before it is due again. */
  failedAt?: string;
  /** What makes a row due now, with no tries counted. */
  released?: string;
}

/** Parked work in a table with the column `tenant_id`. */
export function parkedWork(
  sql: Sql,
  name: string,
  table: string,
  {
    due = "not_before",
    isParked = `tries >= ${MAX_TRIES}`,
    failedAt = `${due} - interval '1 day'`,
    released = `tries = 0, ${due} = now()`,
  }: ParkedRows = {},
): ParkedWork {
  const ofTenant = "and ($1::text is null or tenant_id = $1)";
  return {
    name,
    async count() {
      const rows = await sql.query<{ n: number }>(`select count(*) as n from ${table} where ${isParked}`);
      return rows[0]?.n ?? 0;
    },
    byTenant: (tenantId) =>
      sql.query(
        `select tenant_id as "tenantId", count(*) as count, max(tries) as tries, min(${failedAt}) as "firstFailedAt",
           max(${failedAt}) as "failedAt"
         from ${table} where ${isParked} ${ofTenant} group by tenant_id order by tenant_id`,
        [tenantId ?? null],
      ),
    async release(tenantId) {
      const text = `update ${table} set ${released} where ${isParked} ${ofTenant} returning 1`;
      return (await sql.query(text, [tenantId ?? null])).length;
    },
  };
}
