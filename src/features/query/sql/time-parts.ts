import { TIME_PARTS } from "../fields/parts-of-time.ts";
import type { SqlField } from "./sql-entity.ts";

/** The fields `<time>.hour` to `<time>.month` of a column. */
export function timeParts(name: string, column: string): Record<string, SqlField> {
  return Object.fromEntries(
    Object.entries(TIME_PARTS).map(([part, { form }]) => [
      `${name}.${part}`,
      { sql: `to_char(${column} at time zone 'UTC', '${form}')`, notNull: true },
    ]),
  );
}
