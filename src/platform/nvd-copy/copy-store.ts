import type { Sql } from "../postgres/postgres.ts";

/** The time range of changes that a refresh fetches; `index` records of it are imported. */
export interface RefreshWindow {
  from: Date;
  to: Date;
  index: number;
  total: number | null;
}

/** How far a copy has come: all changes at the source up to `syncedTo` are in it. */
export interface CopyState {
  syncedTo: Date | null;
  window: RefreshWindow | null;
}

/** The result of importing one file. Counts are of records. */
export interface CopiedFile {
  file: string;
  status: "done" | "failed";
  /** Read from the file and now stored. */
  entries: number;
  added: number;
  changed: number;
  /** Unreadable, and left out. */
  refused: number;
  /** Why it failed, else why the first record was left out. */
  problem?: string;
}

/** A copy of one of the vulnerability database's lists, and the state of its imports, in Postgres. */
export interface CopyStore<R> {
  /** Takes the writer lock of this copy until the transaction ends. */
  lockForWriting(tx: Sql): Promise<void>;
  state(tx: Sql): Promise<CopyState>;
  setWindow(tx: Sql, window: RefreshWindow): Promise<void>;
  /** Closes a window that is imported completely. */
  closeWindow(tx: Sql, to: Date, at: Date): Promise<void>;
  startImport(sql: Sql, id: string, file: string): Promise<void>;
  recordProgress(sql: Sql, id: string, state: "running" | "done" | "failed", file: CopiedFile): Promise<void>;
  /** Records an import of the list as it was at `asOf`; a partial one says nothing of the rest. */
  recordImport(tx: Sql, asOf: Date, isWhole: boolean, at: Date): Promise<void>;
  /** Inserts or updates records; the caller holds the writer lock. */
  write(tx: Sql, records: readonly R[]): Promise<{ added: number; changed: number }>;
}
