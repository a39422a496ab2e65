import { DAY_MS } from "../../model/duration.ts";
import type { Clock } from "../clock.ts";
import type { Logger } from "../log.ts";
import { MAX_RANGE_DAYS } from "../nvd/index.ts";
import type { Postgres } from "../postgres/postgres.ts";
import type { CopyState, CopyStore, RefreshWindow } from "./copy-store.ts";

/**
 * Fetches the changes of a list since the last refresh; does nothing if nothing of it was ever imported. Commits each page
 * together with its position, so that the next run continues after a crash. Resolves to the number of records. Rejects with
 * NvdFault if the source does not answer.
 */
export type Refresh = (call: { signal?: AbortSignal; log: Logger }) => Promise<number>;

export interface PageQuery {
  lastModified: { from: Date; to: Date };
  startIndex: number;
  resultsPerPage: number;
}

export interface SourcePage<R> {
  totalResults: number;
  /** Number of records on this page, including unreadable ones. */
  size: number;
  records: R[];
  /** Why records could not be read. */
  refused: string[];
}

export interface RefreshDeps<R> {
  postgres: Postgres;
  clock: Clock;
  store: CopyStore<R>;
  fetchPage(query: PageQuery, signal: AbortSignal | undefined): Promise<SourcePage<R>>;
  /** Records per page. */
  pageSize: number;
  /** What the records are, for the log: `entries of the CPE dictionary`. */
  label: string;
}

const WINDOW_MS = (MAX_RANGE_DAYS - 1) * DAY_MS;
/** The source may show a change some time after its timestamp. */
const OVERLAP_MS = 3_600_000;

export function createRefresh<R>(deps: RefreshDeps<R>): Refresh {
  return async (call) => {
    const now = deps.clock.now();
    for (let fetched = 0; ; ) {
      call.signal?.throwIfAborted();
      const window = await openWindow(deps, now);
      if (!window) return fetched;
      fetched += await copyPage(deps, window, call);
    }
  };
}

/** Fetches one page of the window and commits it with the position of the next. */
async function copyPage<R>(
  { postgres, clock, store, fetchPage, pageSize, label }: RefreshDeps<R>,
  window: RefreshWindow,
  { signal, log }: Parameters<Refresh>[0],
): Promise<number> {
  const { from, to, index } = window;
  const query = { lastModified: { from, to }, startIndex: index, resultsPerPage: pageSize };
  const page = await fetchPage(query, signal);
  if (page.refused.length > 0) {
    log.warn({ refused: page.refused.length, first: page.refused[0] }, `${label} were left out`);
  }
  // A record that changes again leaves the range, and those behind it move up.
  const movedUp = window.total === null ? 0 : Math.max(0, window.total - page.totalResults);
  const next = movedUp > 0 ? Math.max(0, index - movedUp) : index + page.size;
  const isLast = movedUp === 0 && next >= page.totalResults;
  return postgres.transaction(async (tx) => {
    await store.lockForWriting(tx);
    // Another process committed this page first.
    if (!isSameWindow((await store.state(tx)).window, window)) return 0;
    const { added, changed } = await store.write(tx, page.records);
    if (isLast) await store.closeWindow(tx, to, clock.now());
    else await store.setWindow(tx, { from, to, index: next, total: page.totalResults });
    return added + changed;
  });
}

/** The open window, else the next one; undefined if everything up to `now` is imported. */
async function openWindow<R>({ postgres, store }: RefreshDeps<R>, now: Date): Promise<RefreshWindow | undefined> {
  return postgres.transaction(async (tx) => {
    await store.lockForWriting(tx);
    const state = await store.state(tx);
    if (state.window) return state.window;
    const next = nextWindow(state, now);
    if (next) await store.setWindow(tx, next);
    return next;
  });
}

function nextWindow({ syncedTo }: CopyState, now: Date): RefreshWindow | undefined {
  if (!syncedTo || syncedTo >= now) return undefined;
  const from = new Date(syncedTo.getTime() - OVERLAP_MS);
  return { from, to: new Date(Math.min(now.getTime(), from.getTime() + WINDOW_MS)), index: 0, total: null };
}

function isSameWindow(a: RefreshWindow | null, b: RefreshWindow): boolean {
  return (
    a !== null && a.from.getTime() === b.from.getTime() && a.to.getTime() === b.to.getTime() && a.index === b.index
  );
}
