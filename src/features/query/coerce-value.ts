import { z } from "zod";
import type { CheckedField, Scalar } from "./checked-query.ts";
import type { Operator } from "./query.model.ts";

const instant = z.iso.datetime({ offset: true });
const day = z.iso.date();
const ORDERING: ReadonlySet<Operator> = new Set(["lt", "lte", "gt", "gte"]);
const WITHIN_TEXT: ReadonlySet<Operator> = new Set(["contains", "starts_with"]);
const UNARY: ReadonlySet<Operator> = new Set(["exists", "missing"]);

type Coerced = { values: Scalar[] } | { fault: string };

/** ISO 8601 in UTC with milliseconds, from a time with an offset or a day in UTC; undefined for anything else. */
export function readTime(text: string): string | undefined {
  if (day.safeParse(text).success) return `${text}T00:00:00.000Z`;
  if (!instant.safeParse(text).success) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The values of a filter in the type of its field, or what is wrong with them, for `filters.N.value`. */
export function coerceValues(
  { type, field }: CheckedField,
  op: Operator,
  value: Scalar | readonly Scalar[] | undefined,
): Coerced {
  if (UNARY.has(op)) return value === undefined ? { values: [] } : { fault: `does not go with ${op}` };
  if (value === undefined) return { fault: `is required for ${op}` };
  if (Array.isArray(value) && op !== "in") return { fault: `must be one value for ${op}` };
  const given = (Array.isArray(value) ? value : [value]) as readonly Scalar[];
  const read = given.map((each) => coerce(type, op, each));
  const fault = read.find((each) => "fault" in each);
  if (fault) return fault;
  const values = read.flatMap((each) => ("fault" in each ? [] : each.values));
  const { normalize } = field;
  if (!normalize || ORDERING.has(op) || WITHIN_TEXT.has(op)) return { values };
  return { values: values.map((each) => (typeof each === "string" ? normalize(each) : each)) };
}

function coerce(type: CheckedField["type"], op: Operator, value: Scalar): Coerced {
  if (WITHIN_TEXT.has(op)) {
    if (type === "number" || type === "boolean") return { fault: `the field is a ${type}: ${op} compares text` };
    return typeof value === "boolean" ? { fault: "must be text" } : { values: [String(value)] };
  }
  if (ORDERING.has(op) && (typeof value === "boolean" || type === "boolean")) {
    return { fault: `${op} compares numbers, times and texts` };
  }
  switch (type) {
    case "number": {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      return typeof number === "number" && Number.isFinite(number)
        ? { values: [number] }
        : { fault: "must be a number" };
    }
    case "boolean": {
      const known =
        value === true || value === "true" ? true : value === false || value === "false" ? false : undefined;
      return known === undefined ? { fault: "must be true or false" } : { values: [known] };
    }
    case "time": {
      const time = typeof value === "string" ? readTime(value) : undefined;
      return time ? { values: [time] } : { fault: "must be a time in ISO 8601 with an offset, or a date" };
    }
    case "text":
      // Numbers are compared with numbers: no text is below 5.
      return { values: [ORDERING.has(op) ? value : String(value)] };
    default:
      return { values: [value] };
  }
}
