import { DAY_MS } from "../../model/duration.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/log.ts";
import { MAX_RANGE_DAYS, type Nvd } from "../../platform/nvd/index.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type DictionaryState, dictionaryStore, type RefreshWindow } from "./dictionary.store.ts";
import { entriesStore } from "./entries.store.ts";
import type { RecountPairs } from "./recount-pairs.ts";

/**
 * Fetches the changes at the source since the last refresh; does nothing if no dictionary was ever imported. Commits
 * each page together with its position, so that the next run continues after a crash. Resolves to the number of
 * entries. Rejects with NvdFault if the source does not answer.
 */
export type Refresh = (call: { signal?: AbortSignal; log: Logger }) => Promise<number>;

const WINDOW_MS = (MAX_RANGE_DAYS - 1) * DAY_MS;
/** The source may show a change some time after its timestamp. */
const OVERLAP_MS = 3_600_000;
const PAGE_SIZE = 5_000;

export interface RefreshDeps {
  postgres: Postgres;
  nvd: Nvd;
  clock: Clock;
  recountPairs: RecountPairs;
  pageSize?: number;
}

export function createRefresh({ postgres, nvd, clock, recountPairs, pageSize = PAGE_SIZE }: RefreshDeps): Refresh {
  /** Fetches one page of the window and commits it with the position of the next. */
  const fetchPage = async (window: RefreshWindow, { signal, log }: Parameters<Refresh>[0]) => {
    const { from, to, index } = window;
    const query = { lastModified: { from, to }, startIndex: index, resultsPerPage: pageSize };
    const page = await nvd.cpePage(query, signal);
    if (page.refused.length > 0) {
      log.warn({ refused: page.refused.length, first: page.refused[0] }, "entries of the CPE dictionary were left out");
    }
    // An entry that changes again leaves the range, and those behind it move up.
    const movedUp = window.total === null ? 0 : Math.max(0, window.total - page.totalResults);
    const next = movedUp > 0 ? Math.max(0, index - movedUp) : index + page.size;
    const isLast = movedUp === 0 && next >= page.totalResults;
    return postgres.transaction(async (tx) => {
      await dictionaryStore.lockForWriting(tx);
      const now = await dictionaryStore.dictionaryState(tx);
      // Another process committed this page first.
      if (!isSameWindow(now.window, window)) return 0;
      const { added, changed } = await entriesStore.upsertRecords(tx, page.records);
      if (isLast) await dictionaryStore.closeWindow(tx, to, clock.now());
      else await dictionaryStore.setWindow(tx, { from, to, index: next, total: page.totalResults });
      return added + changed;
    });
  };

  return async (call) => {
    await recountPairs(call.signal);
    let fetched = 0;
    const now = clock.now();
    for (;;) {
      call.signal?.throwIfAborted();
      const window = await openWindow(postgres, now);
      if (!window) break;
      fetched += await fetchPage(window, call);
    }
    await recountPairs(call.signal);
    return fetched;
  };
}

/** The open window, else the next one; undefined if everything up to `now` is imported. */
async function openWindow(postgres: Postgres, now: Date): Promise<RefreshWindow | undefined> {
  return postgres.transaction(async (tx) => {
    await dictionaryStore.lockForWriting(tx);
    const state = await dictionaryStore.dictionaryState(tx);
    if (state.window) return state.window;
    const next = nextWindow(state, now);
    if (next) await dictionaryStore.setWindow(tx, next);
    return next;
  });
}

function nextWindow({ syncedTo }: DictionaryState, now: Date): RefreshWindow | undefined {
  if (!syncedTo || syncedTo >= now) return undefined;
  const from = new Date(syncedTo.getTime() - OVERLAP_MS);
  return { from, to: new Date(Math.min(now.getTime(), from.getTime() + WINDOW_MS)), index: 0, total: null };
}

function isSameWindow(a: RefreshWindow | null, b: RefreshWindow): boolean {
  return (
    a !== null && a.from.getTime() === b.from.getTime() && a.to.getTime() === b.to.getTime() && a.index === b.index
  );
}
