import { z } from "@hono/zod-openapi";
import { DateTime, IANAZone } from "luxon";
import { canonicalType } from "../../../model/ci-types.ts";
import { type DateRangeInput, RELATIVE_RANGES, resolveRange } from "./date-range.ts";

const names = (text: string | string[]) =>
  (Array.isArray(text) ? text : text.split(",")).map((name) => name.trim()).filter((name) => name !== "");

/** A name, a list of names, or a comma list; without repeats. */
function nameList(max: number, description: string, normal: (name: string) => string = (name) => name) {
  return z
    .union([z.string().max(2_000), z.array(z.string().min(1).max(200)).min(1).max(max)])
    .transform((given) => [...new Set(names(given).map(normal))])
    .refine((list) => list.length > 0, "must name something")
    .refine((list) => list.length <= max, `must name at most ${max}`)
    .openapi({ description });
}

const moment = z.string().max(64).optional();

/** Accepted by every template. */
const commonParameters = {
  ci_type: nameList(50, "Only CIs of these types: one, several, or a comma list", canonicalType).optional(),
  date_range: z
    .union([z.string().max(128), z.strictObject({ from: moment, to: moment })])
    .optional()
    .openapi({
      description: `\`{from, to}\`, an ISO 8601 interval, \`start/PnD\`, or one of ${RELATIVE_RANGES.join(", ")}`,
    }),
  grouping: nameList(3, "Fields that rows are grouped by: one, several, or a comma list").optional(),
  time_zone: z
    .string()
    .max(64)
    .refine((name) => IANAZone.isValidZone(name), "must be an IANA time zone like Europe/Zurich")
    .default("UTC")
    .openapi({ description: "IANA time zone of days, months and shown times" }),
};

/** The schema of a template's parameters: the common ones and its own; a date range is read in the zone beside it. */
export function parametersSchema<Own extends z.ZodRawShape>(own: Own) {
  return z.strictObject({ ...commonParameters, ...own }).superRefine((given, context) => {
    const { date_range, time_zone } = given as { date_range?: DateRangeInput; time_zone: string };
    if (date_range === undefined) return;
    const { reason } = resolveRange(date_range, time_zone, DateTime.utc().toJSDate());
    if (reason) context.addIssue({ code: "custom", path: ["date_range"], message: reason });
  });
}
