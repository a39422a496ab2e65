import type { z } from "zod";
import type { Violation } from "../../errors.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Maximum of reported faults: a body with a million faults must not cause an answer with a million. */
const MAX_VIOLATIONS = 100;

/** Placeholder for each default message of zod; custom messages of a schema take precedence. */
const ZOD_DEFAULT_MESSAGE = "(stock)";
const MARK_DEFAULT_MESSAGES = { error: () => ZOD_DEFAULT_MESSAGE };

export type CheckedValue<T> = { data: T; violations?: undefined } | { data?: undefined; violations: Violation[] };

/**
 * Parses an input with a schema. Returns the data, or the faults with dotted paths (`attributes.cpu_cores`,
 * `items.0.name`): one per unknown field, for a union those of the nearest branch. Keeps custom messages of the schema.
 *
 * @param prefix prefix of each path, e.g. `query`
 */
export function checkValue<S extends z.ZodType>(schema: S, input: unknown, prefix = ""): CheckedValue<z.output<S>> {
  const parsed = schema.safeParse(input, MARK_DEFAULT_MESSAGES);
  if (parsed.success) return { data: parsed.data };
  return { violations: violationsOf(parsed.error.issues, input, prefix) };
}

/** `input` distinguishes an absent field from one of the wrong type. */
function violationsOf(issues: readonly Issue[], input: unknown, prefix: string): Violation[] {
  const found: Violation[] = [];
  for (const issue of issues) {
    if (found.length >= MAX_VIOLATIONS) break;
    collect(issue, [], input, prefix, found);
  }
  return found;
}

function collect(issue: Issue, outer: Path, input: unknown, prefix: string, found: Violation[]): void {
  const path = outer.length === 0 ? issue.path : [...outer, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) {
      if (found.length >= MAX_VIOLATIONS) return;
      found.push({ field: dotted([...path, key], prefix), reason: "is not a known field" });
    }
    return;
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    unionFaults(issue.errors, path, input, prefix, found);
    return;
  }
  if (issue.code === "invalid_key" && issue.issues[0]) {
    const reason = reasonOf(issue.issues[0], path.at(-1));
    found.push({ field: dotted(path, prefix), reason: `as a name ${reason}` });
    return;
  }
  const value = valueAt(input, path);
  // A repeated query parameter arrives as an array; no parameter accepts one.
  const repeated = prefix === "query" && Array.isArray(value);
  found.push({ field: dotted(path, prefix), reason: repeated ? "must be given once" : reasonOf(issue, value) });
}

/**
 * Reports the branch with the deepest faults, which is probably the intended one; lists the types if all fail at the
 * top.
 */
function unionFaults(branches: Issue[][], path: Path, input: unknown, prefix: string, found: Violation[]): void {
  const meant = branches
    .filter((issues) => !issues.every((issue) => issue.path.length === 0 && isTypeFault(issue)))
    .sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
  if (meant) {
    for (const issue of meant) collect(issue, path, input, prefix, found);
    return;
  }
  const value = valueAt(input, path);
  const reasons = new Set(branches.map((issues) => (issues[0] ? reasonOf(issues[0], value) : "")).filter(Boolean));
  const texts = [...reasons].map((reason, i) => (i === 0 ? reason : reason.replace(/^must be /, "")));
  found.push({ field: dotted(path, prefix), reason: texts.join(" or ") || "is not valid" });
}

function isTypeFault(issue: Issue): boolean {
  return issue.code === "invalid_type" || issue.code === "invalid_value";
}

function depth(issues: readonly Issue[]): number {
  return Math.max(...issues.map((issue) => issue.path.length));
}

/** The dotted path; for a query parameter that is split into values, the parameter's name. */
function dotted(path: Path, prefix: string): string {
  const text = (prefix === "query" ? path.slice(0, 1) : path).map(String).join(".");
  if (prefix === "") return text || "body";
  return text === "" ? prefix : `${prefix}.${text}`;
}

/** The value at a path; for a query parameter that is split into values, the whole parameter. */
function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value === "string") return value;
    if (value === null || typeof value !== "object") return undefined;
    value = Object.hasOwn(value, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined;
  }
  return value;
}

function reasonOf(issue: Issue, value: unknown): string {
  if (value === undefined && isTypeFault(issue)) return "is required";
  if (issue.message !== ZOD_DEFAULT_MESSAGE) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeName(issue.expected)}`;
    case "invalid_value":
      return allowed(issue);
    case "too_big":
      return bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "too_small":
      return bound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "invalid_format":
      return FORMATS[issue.format] ?? "does not have the expected form";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_union":
      return "options" in issue && issue.options ? `must be one of ${issue.options.join(", ")}` : "is not valid";
    default:
      return "is not valid";
  }
}

const TYPES: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function typeName(expected: string): string {
  return TYPES[expected] ?? expected;
}

const FORMATS: Record<string, string> = {
  datetime: "must be a date and time in ISO 8601, e.g. 2026-01-31T08:00:00Z",
  date: "must be a date in ISO 8601, e.g. 2026-01-31",
  duration: "must be a duration in ISO 8601, e.g. P90D",
  email: "must be an email address",
  url: "must be an absolute address",
  uuid: "must be a UUID",
  ipv4: "must be an IPv4 address",
  ipv6: "must be an IPv6 address",
};

function allowed(issue: { values: z.core.util.Primitive[]; expected?: unknown }): string {
  if (issue.expected === "stringbool") return "must be true or false";
  const values = issue.values.map(String);
  return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(", ")}`;
}

function bound(origin: string, comparison: string, limit: number | bigint): string {
  const n = Number(limit);
  if (origin === "string") {
    if (n === 1 && comparison === "at least") return "must not be empty";
    return `must have ${comparison} ${n} ${n === 1 ? "character" : "characters"}`;
  }
  if (origin === "array" || origin === "set") return `must have ${comparison} ${n} ${n === 1 ? "entry" : "entries"}`;
  return `must be ${comparison} ${n}`;
}
