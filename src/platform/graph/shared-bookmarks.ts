import { createBatcher } from "../batcher.ts";
import { newId } from "../ids.ts";
import type { Logger } from "../log.ts";
import type { Sql } from "../postgres/postgres.ts";

/**
 * Bookmarks of Neo4j that all processes share. A member of a cluster that is given bookmarks answers once it has what they
 * stand for: what one process wrote, and acknowledged, is read by all from then on, whichever member each asks.
 */
export interface SharedBookmarks {
  /** What the next transaction has to wait for: all that was committed before the call, by any process. */
  latest(): Promise<string[]>;
  /** Resolves once `latest` of every process gives the bookmarks of a commit, whose transaction began after `since`. */
  committed(bookmarks: readonly string[], since: readonly string[]): Promise<void>;
  /** Removes all: the graph no longer has what they stand for, as after a restore, or a member lags far behind. */
  forget(): Promise<void>;
  /** Deletes what ended processes left; returns how many rows. */
  purge(): Promise<number>;
}

/** Members that lag further behind than this fail before it: older bookmarks are not waited for. */
const KEPT = "1 hour";

/**
 * Keeps them in Postgres. Concurrent calls share round trips. While Postgres cannot be reached, each process still reads
 * what it wrote itself.
 */
export function createSharedBookmarks({ postgres, log }: { postgres: Sql; log: Logger }): SharedBookmarks {
  const process = newId();
  let own = new Set<string>();
  let known: string[] = [];

  const without = (what: string, error: unknown) =>
    log.warn({ error: (error as Error).message }, `bookmarks of the graph are not ${what}: reads may be stale`);

  const reads = createBatcher<undefined, string[]>({
    async run(_key, waiting) {
      try {
        const rows = await postgres.query<{ bookmarks: string[] }>(
          `select bookmarks from graph_bookmarks where updated_at > now() - interval '${KEPT}'`,
          [],
          { prepared: true },
        );
        known = rows.flatMap(({ bookmarks }) => bookmarks);
      } catch (error) {
        without("read", error);
      }
      const all = [...new Set([...known, ...own])];
      return waiting.map(() => all);
    },
    maxItems: 10_000,
    parallel: 1,
  });

  const writes = createBatcher<undefined, undefined>({
    async run(_key, waiting) {
      try {
        await postgres.query(
          `insert into graph_bookmarks (process, bookmarks) values ($1, $2)
           on conflict (process) do update set bookmarks = excluded.bookmarks, updated_at = now()`,
          [process, [...own]],
          { prepared: true },
        );
      } catch (error) {
        without("shared", error);
      }
      return waiting.map(() => undefined);
    },
    maxItems: 10_000,
    parallel: 1,
  });

  return {
    latest: () => reads.submit("all", undefined),

    async committed(bookmarks, since) {
      if (bookmarks.length === 0) return;
      const passed = new Set(since);
      own = new Set([...[...own].filter((one) => !passed.has(one)), ...bookmarks]);
      await writes.submit("own", undefined);
    },

    async forget() {
      own = new Set();
      known = [];
      await postgres.query("delete from graph_bookmarks", []).catch((error: unknown) => without("removed", error));
    },

    async purge() {
      const gone = await postgres.query(
        `delete from graph_bookmarks where updated_at < now() - interval '${KEPT}' returning process`,
        [],
      );
      return gone.length;
    },
  };
}
