/** A record as a tool shows it: names of fields in snake case, plain JSON values. */
export type ToolRow = Readonly<Record<string, unknown>>;

/** What a tool found, before it is cut to size. */
export interface Found {
  rows: readonly ToolRow[];
  /** All that match; more than `rows` where a limit or a page cut them. */
  total: number;
  /** How to get less or the rest, in the words of this tool's arguments. */
  narrow: string;
}

/** What a caller of a tool gets: never more than `MAX_CHARACTERS` of JSON. */
export interface ToolAnswer {
  rows: ToolRow[];
  total: number;
  /** Whether rows, or parts of rows, were left out. */
  truncated: boolean;
  /** How to ask for the rest; absent where nothing was left out. */
  narrow?: string;
}
