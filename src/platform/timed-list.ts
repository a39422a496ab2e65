/** A position in a list ordered by time, then by id. */
export interface TimedPosition {
  at: Date;
  id: string;
}

/** The requested page of a list ordered by time, or by what another kind of position says. */
export interface TimedPageInput<P = TimedPosition> {
  order: "asc" | "desc";
  /** 1-based; ignored if `after` is given. */
  page: number;
  limit: number;
  /** Position of the last entry of the previous page. */
  after?: P | undefined;
}

/** A page from the store; `next` is the position of its last entry, undefined at the end of the list. */
export interface FoundPage<T, P = TimedPosition> {
  items: T[];
  total: number;
  next: P | undefined;
}

/** The rows that a store reads for a page. */
export interface TimedWindow<P = TimedPosition> {
  order: "asc" | "desc";
  limit: number;
  offset: number;
  after: P | undefined;
}

export interface TimedList<T, P = TimedPosition> {
  rows(window: TimedWindow<P>): Promise<T[]>;
  /** All entries, of every page. */
  count(): Promise<number>;
  positionOf(row: T): P;
}

/** Reads a page and the total at once; a row beyond the page shows that another page follows. */
export async function findTimedPage<T, P = TimedPosition>(
  { order, page, limit, after }: TimedPageInput<P>,
  { rows, count, positionOf }: TimedList<T, P>,
): Promise<FoundPage<T, P>> {
  const window = { order, limit: limit + 1, offset: after ? 0 : (page - 1) * limit, after };
  const [found, total] = await Promise.all([rows(window), count()]);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, total, next: last && positionOf(last) };
}
