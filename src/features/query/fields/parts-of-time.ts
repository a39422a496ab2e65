import type { Field } from "./entity.ts";

/** What a time can be grouped by, with the form of its text as Postgres writes it. All in UTC. */
export const TIME_PARTS = {
  hour: { form: 'YYYY-MM-DD"T"HH24:00"Z"', description: "Hour in UTC, such as 2026-01-31T08:00Z" },
  day: { form: "YYYY-MM-DD", description: "Day in UTC, such as 2026-01-31" },
  week: { form: 'IYYY-"W"IW', description: "ISO week in UTC, such as 2026-W05" },
  month: { form: "YYYY-MM", description: "Month in UTC, such as 2026-01" },
} as const;

/** The fields `<time>.hour` to `<time>.month` of a time. */
export function datesOf(time: string): Field[] {
  return Object.entries(TIME_PARTS).map(([part, { description }]) => ({
    name: `${time}.${part}`,
    type: "text",
    description: `${time}: ${description}`,
  }));
}
