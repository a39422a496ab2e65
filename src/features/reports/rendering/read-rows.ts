import type { ReportContent, ReportRow, ReportTable } from "../report.model.ts";

/** Reads the rows of a table in pages: at most `limit` rows. */
export type RowPages = (table: ReportTable, limit?: number) => AsyncIterable<readonly ReportRow[]>;

export interface RowReader {
  pages: RowPages;
  /** Rows of the main table that have been read. */
  rows(): number;
}

/** Reads tables of a content, counts the rows of the main one, and ends when the signal is aborted. */
export function createRowReader(
  content: ReportContent,
  { signal, onRows }: { signal: AbortSignal; onRows?: ((written: number) => void) | undefined },
): RowReader {
  let count = 0;
  return {
    rows: () => count,
    async *pages(table, limit = Number.POSITIVE_INFINITY) {
      const isMain = table === content.tables[0];
      let left = limit;
      for await (const page of table.rows()) {
        signal.throwIfAborted();
        const rows = page.length <= left ? page : page.slice(0, left);
        left -= rows.length;
        if (isMain) count += rows.length;
        yield rows;
        if (isMain) onRows?.(count);
        if (left <= 0) return;
      }
      signal.throwIfAborted();
    },
  };
}
