import { DAY_MS } from "../../../model/duration.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import { MAX_RANGE_DAYS, type Nvd } from "../../../platform/nvd/index.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type FeedState, feedStore, type RefreshWindow } from "./feed.store.ts";
import { storeCves } from "./import-feeds.ts";

/**
 * Fetches the changes at the source since the last refresh; does nothing if no CVEs were ever imported. Commits each page
 * together with its position, so that the next run continues after a crash. Resolves to the number of CVEs. Rejects with
 * NvdFault if the source does not answer.
 */
export type RefreshCves = (call: { signal?: AbortSignal; log: Logger }) => Promise<number>;

const WINDOW_MS = (MAX_RANGE_DAYS - 1) * DAY_MS;
/** The source may show a change some time after its timestamp. */
const OVERLAP_MS = 3_600_000;
const PAGE_SIZE = 2_000;

export interface RefreshCvesDeps {
  postgres: Postgres;
  nvd: Nvd;
  clock: Clock;
  pageSize?: number | undefined;
}

export function createRefreshCves({ postgres, nvd, clock, pageSize = PAGE_SIZE }: RefreshCvesDeps): RefreshCves {
  const fetchPage = async (window: RefreshWindow, { signal, log }: Parameters<RefreshCves>[0]) => {
    const { from, to, index } = window;
    const query = { lastModified: { from, to }, startIndex: index, resultsPerPage: pageSize };
    const page = await nvd.cvePage(query, signal);
    if (page.refused.length > 0) {
      log.warn({ refused: page.refused.length, first: page.refused[0] }, "records of the CVE feed were left out");
    }
    // A record that changes again leaves the range, and those behind it move up.
    const movedUp = window.total === null ? 0 : Math.max(0, window.total - page.totalResults);
    const next = movedUp > 0 ? Math.max(0, index - movedUp) : index + page.size;
    const isLast = movedUp === 0 && next >= page.totalResults;
    return postgres.transaction(async (tx) => {
      await feedStore.lockForWriting(tx);
      // Another process committed this page first.
      if (!isSameWindow((await feedStore.feedState(tx)).window, window)) return 0;
      const { added, changed } = await storeCves(tx, page.records);
      if (isLast) await feedStore.closeWindow(tx, to, clock.now());
      else await feedStore.setWindow(tx, { from, to, index: next, total: page.totalResults });
      return added + changed;
    });
  };

  return async (call) => {
    const now = clock.now();
    for (let fetched = 0; ; ) {
      call.signal?.throwIfAborted();
      const window = await openWindow(postgres, now);
      if (!window) return fetched;
      fetched += await fetchPage(window, call);
    }
  };
}

/** The open window, else the next one; undefined if everything up to `now` is imported. */
async function openWindow(postgres: Postgres, now: Date): Promise<RefreshWindow | undefined> {
  return postgres.transaction(async (tx) => {
    await feedStore.lockForWriting(tx);
    const state = await feedStore.feedState(tx);
    if (state.window) return state.window;
    const next = nextWindow(state, now);
    if (next) await feedStore.setWindow(tx, next);
    return next;
  });
}

function nextWindow({ syncedTo }: FeedState, now: Date): RefreshWindow | undefined {
  if (!syncedTo || syncedTo >= now) return undefined;
  const from = new Date(syncedTo.getTime() - OVERLAP_MS);
  return { from, to: new Date(Math.min(now.getTime(), from.getTime() + WINDOW_MS)), index: 0, total: null };
}

function isSameWindow(a: RefreshWindow | null, b: RefreshWindow): boolean {
  return (
    a !== null && a.from.getTime() === b.from.getTime() && a.to.getTime() === b.to.getTime() && a.index === b.index
  );
}
