/** One change of a CI or relationship: its state before and after, the actor and the request. */
export interface HistoryEntry {
  id: string;
  /** E.g. `ci.updated`. */
  action: string;
  /** Snapshots as callers see them; `before` is null for a creation, `after` for a deletion. */
  before: unknown;
  after: unknown;
  actor: string;
  requestId: string;
  at: Date;
  /** The subject's version after the change: orders its history. */
  version: number;
}

/** Position of an entry in a history, for cursors. */
export interface HistoryPosition {
  version: number;
  id: string;
}
