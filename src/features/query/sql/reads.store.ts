import { isStatementTimeout } from "../../../platform/postgres/faults.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { tookTooLong } from "../too-long.ts";
import type { Statement } from "./statement.store.ts";

/** Approximate characters of one FETCH: a row may hold a whole CI before and after, or twenty bytes. */
const PAGE_CHARS = 2_000_000;
const FIRST_PAGE_ROWS = 50;
const MAX_PAGE_ROWS = 2_000;

/** A row of a statement: `c0`, `c1` ... */
export type SqlRow = Record<string, unknown>;

export interface ReadLimits {
  /** Aborts the statement under way. */
  signal: AbortSignal;
  /** Longest time of one statement, in milliseconds. */
  timeoutMs: number;
}

/** How forms are read: in one snapshot, with limits of their own, and never beyond their caller's patience. */
export const readsStore = {
  /** Runs the work in a read-only snapshot. Rejects with the signal's reason once it is aborted. */
  inSnapshot<T>(postgres: Postgres, { signal, timeoutMs }: ReadLimits, work: (tx: Sql) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    return postgres.transaction(async (tx) => {
      const [session] = await tx.query<{ pid: number }>(
        `select pg_backend_pid() as pid, set_config('statement_timeout', $1, true),
           set_config('work_mem', '16MB', true), set_config('cursor_tuple_fraction', '1', true)`,
        // A little later than the signal, which names the reason.
        [String(Math.ceil(timeoutMs) + 1_000)],
      );
      let cancelled: Promise<unknown> | undefined;
      const cancel = () => {
        // Should it fail, the statement's own timeout ends it.
        cancelled = postgres.query("select pg_cancel_backend($1)", [session?.pid]).catch(() => undefined);
      };
      signal.addEventListener("abort", cancel, { once: true });
      if (signal.aborted) cancel();
      try {
        return await work(tx);
      } catch (error) {
        signal.throwIfAborted();
        throw isStatementTimeout(error) ? tookTooLong(timeoutMs, error) : error;
      } finally {
        signal.removeEventListener("abort", cancel);
        // Before the connection serves somebody else, whom the cancellation would hit.
        await cancelled;
      }
    }, "snapshot");
  },

  query: <T = SqlRow>(sql: Sql, { text, values }: Statement): Promise<T[]> => sql.query<T>(text, values),

  /** The rows of a statement page by page, within a transaction. Stops with 503 once `timeoutMs` were spent on reading. */
  async *pages(tx: Sql, { text, values }: Statement, timeoutMs: number): AsyncGenerator<SqlRow[]> {
    let spent = 0;
    const timed = async <T>(statement: string, parameters?: readonly unknown[]) => {
      const start = performance.now();
      const rows = await tx.query<T>(statement, parameters);
      spent += performance.now() - start;
      if (spent > timeoutMs) throw tookTooLong(timeoutMs);
      return rows;
    };
    await timed(`declare query_rows no scroll cursor for ${text}`, values);
    for (let size = FIRST_PAGE_ROWS; ; ) {
      const page = await timed<SqlRow>(`fetch ${size} from query_rows`);
      if (page.length > 0) yield page;
      if (page.length < size) break;
      const chars = charsOf(page);
      size = Math.max(1, Math.min(MAX_PAGE_ROWS, size * 4, Math.floor((PAGE_CHARS * page.length) / chars)));
    }
    await tx.query("close query_rows");
  },

  /** The store's plan, without running the statement. */
  async plan(sql: Sql, { text, values }: Statement): Promise<string[]> {
    const rows = await sql.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
    return rows.map((row) => row["QUERY PLAN"]);
  },

  /** Whether an event of the tenant has a value there. `path` as in `freeValue`. */
  async hasKey(sql: Sql, { text, values }: Statement): Promise<boolean> {
    const [row] = await sql.query<{ found: boolean }>(`select exists (${text}) as found`, values);
    return row?.found ?? false;
  },

  /** Keys of an object in the newest events, the most frequent first. */
  async keysOf(sql: Sql, tenantId: string, object: "metrics" | "context"): Promise<string[]> {
    const rows = await sql.query<{ key: string }>(
      `select k.key from (
         select e.${object} as o from events e where e.tenant_id = $1 order by e.occurred_at desc, e.id desc limit 5000) n
       cross join lateral jsonb_object_keys(n.o) as k (key)
       group by k.key order by count(*) desc, k.key limit 1000`,
      [tenantId],
    );
    return rows.map(({ key }) => key);
  },
};

/** Approximate size of rows, in characters. */
export function charsOf(rows: readonly SqlRow[]): number {
  let chars = 1;
  for (const row of rows) {
    for (const name in row) {
      const value = row[name];
      chars += typeof value === "string" ? value.length : isPlain(value) ? 10 : JSON.stringify(value).length;
    }
  }
  return chars;
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== "object" || value instanceof Date;
}
