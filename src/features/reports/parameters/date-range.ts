export const RELATIVE_RANGES = [
  "last_24_hours",
  "last_7_days",
  "last_30_days",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
] as const;

/** `{from, to}`, an ISO 8601 interval (`start/end`, `start/PnD`), or one of `RELATIVE_RANGES`. */
export type DateRangeInput = string | { from?: string | undefined; to?: string | undefined };
