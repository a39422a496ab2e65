/** One change of a thing: what it was before and is since, who did it, in which request. */
export interface HistoryEntry {
  id: string;
  /** E.g. `ci.updated`. */
  action: string;
  /** As callers see the thing; null before its making and after its going. */
  before: unknown;
  after: unknown;
  actor: string;
  requestId: string;
  at: Date;
  /** The thing's version after the change: orders its history. */
  version: number;
}

/** Place in a history. */
export interface HistoryPosition {
  version: number;
  id: string;
}
