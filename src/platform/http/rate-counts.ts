import { mustGet } from "../../model/must-get.ts";
import { by } from "../../model/order.ts";
import type { Clock } from "../clock.ts";
import { deleteInBatches } from "../postgres/delete-in-batches.ts";
import type { Sql } from "../postgres/postgres.ts";
import { type CountedWindow, HOUR_MS, MINUTE_MS, type RateWindow } from "./rate-windows.ts";

/** Requests of one caller in one group, to be counted together. */
export interface RateTally {
  caller: string;
  group: string;
  requested: number;
  /** A minute's window, or an hour's and a minute's. */
  windows: readonly RateWindow[];
}

/** The result for a tally. */
export interface RateCount {
  /** Number of the requests that fit into every window; only they are counted. */
  granted: number;
  /** The windows in the tally's order, including these requests. */
  windows: readonly CountedWindow[];
  /** Time of the count, by the clock of the windows: milliseconds of Unix time. */
  now: number;
}

/** The request counts that all processes share. */
export interface RateCounts {
  /**
   * Counts all tallies in one statement; each caller and group occurs at most once. Returns counts in the same order.
   */
  count(tallies: readonly RateTally[]): Promise<RateCount[]>;
  /** Deletes counts whose windows have ended; returns their number. */
  purge(): Promise<number>;
}

/** The database's time, or a test's. Constant within a statement. */
const now = (parameter: string) =>
  `coalesce(${parameter}::bigint, (extract(epoch from statement_timestamp()) * 1000)::bigint)`;
const NOW = now("$6");

/**
 * Counts the requests that fit into both windows in both, the others in none. A window that has ended restarts with the
 * first request after it, like a new row's. `least` ignores an absent window. The statement locks rows in the order of
 * the tallies, which is the same in every process.
 */
const COUNT = `
  insert into rate_counts as held (caller, request_group, granted, hour_limit, hour_used, hour_ends,
                                   minute_limit, minute_used, minute_ends)
  select caller, request_group, first, hour_limit, first, case when hour_limit is not null then ${NOW} + ${HOUR_MS} end,
         minute_limit, first, ${NOW} + ${MINUTE_MS}
  from (select *, least(asked, hour_limit, minute_limit) as first
        from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
             as tally (caller, request_group, asked, hour_limit, minute_limit)) as tallies
  on conflict (caller, request_group) do update
    set (granted, hour_limit, hour_used, hour_ends, minute_limit, minute_used, minute_ends) = (
      select fits, excluded.hour_limit, hour + fits, case when hour_goes_on then held.hour_ends else excluded.hour_ends end,
             excluded.minute_limit, minute + fits, case when minute_goes_on then held.minute_ends else excluded.minute_ends end
      from (select held.hour_ends > ${NOW} as hour_goes_on, held.minute_ends > ${NOW} as minute_goes_on) as open,
           lateral (select case when hour_goes_on then held.hour_used else 0 end as hour,
                           case when minute_goes_on then held.minute_used else 0 end as minute) as used,
           lateral (select greatest(0, least(excluded.granted, excluded.hour_limit - hour, excluded.minute_limit - minute))
                      as fits) as place)
  returning caller, request_group as "group", granted, hour_used as "hourUsed", hour_ends as "hourEnds",
            minute_used as "minuteUsed", minute_ends as "minuteEnds", ${NOW} as now`;

interface Row {
  caller: string;
  group: string;
  granted: number;
  hourUsed: number;
  hourEnds: number | null;
  minuteUsed: number;
  minuteEnds: number;
  now: number;
}

/**
 * Counts in Postgres. Windows use the database's clock: the clocks of processes differ, and a window that ended earlier
 * for one process would let more requests through. `clock` replaces it in tests, which move time.
 */
export function createRateCounts(sql: Sql, clock?: Clock): RateCounts {
  const nowOrNull = () => clock?.now().getTime() ?? null;
  return {
    async count(tallies) {
      const ordered = [...tallies].sort(by(tallyKey));
      const rows = await sql.query<Row>(COUNT, [
        ordered.map((tally) => tally.caller),
        ordered.map((tally) => tally.group),
        ordered.map((tally) => tally.requested),
        ordered.map((tally) => (tally.windows.length > 1 ? tally.windows[0]!.limit : null)),
        ordered.map((tally) => tally.windows.at(-1)!.limit),
        nowOrNull(),
      ]);
      const found = new Map(rows.map((row) => [tallyKey(row), row]));
      return tallies.map((tally) => countOf(tally, mustGet(found, tallyKey(tally))));
    },

    purge: () => deleteInBatches(sql, "rate_counts", `greatest(hour_ends, minute_ends) <= ${now("$1")}`, [nowOrNull()]),
  };
}

function countOf({ windows }: RateTally, row: Row): RateCount {
  const { granted, hourUsed, hourEnds, minuteUsed, minuteEnds } = row;
  const minute = { limit: windows.at(-1)!.limit, used: minuteUsed, endsAt: minuteEnds };
  // A statement that waited for another one started before the window that the other opened.
  const at = Math.max(row.now, minuteEnds - MINUTE_MS, hourEnds === null ? 0 : hourEnds - HOUR_MS);
  if (hourEnds === null) return { granted, windows: [minute], now: at };
  return { granted, windows: [{ limit: windows[0]!.limit, used: hourUsed, endsAt: hourEnds }, minute], now: at };
}

function tallyKey({ caller, group }: { caller: string; group: string }): string {
  return `${group} ${caller}`;
}
