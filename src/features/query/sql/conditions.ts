import type { CheckedFilter, Scalar } from "../checked-query.ts";
import type { Operator } from "../query.model.ts";
import type { Put, SqlOperand } from "./sql-entity.ts";

/** Whether one value matches, given its SQL; null counts as no. */
type Match = (sql: string) => string;

const SIGNS = { lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

/** SQL of a filter on a field of the record itself. It may be null, which counts as no. */
export function conditionOf(
  operand: SqlOperand,
  { op, values }: Pick<CheckedFilter, "op" | "values">,
  put: Put,
): string {
  switch (op) {
    case "exists":
      return present(operand, operand.sql(put));
    case "missing":
      return `not (${present(operand, operand.sql(put))})`;
    case "ne":
      return `(${matching(operand, "eq", values, put)}) is not true`;
    default:
      return matching(operand, op, values, put);
  }
}

/** Whether there is a value. A list or an object without entries counts as missing. */
export function present({ type }: Pick<SqlOperand, "type">, sql: string): string {
  switch (type) {
    case "list":
      return `coalesce(cardinality(${sql}), 0) > 0`;
    case "object":
      return `coalesce(${sql} <> '{}'::jsonb, false)`;
    case "any":
      return `coalesce(${sql} not in ('[]'::jsonb, '{}'::jsonb), false)`;
    default:
      return `(${sql}) is not null`;
  }
}

function matching(operand: SqlOperand, op: Operator, values: readonly Scalar[], put: Put): string {
  if (op !== "eq" && op !== "in") return generalMatch(operand, op, values, put);
  if (operand.anyOf) return operand.anyOf(put, values.map(String));
  const implied = operand.implied?.(values.map((value) => String(value).toLowerCase()));
  const general = generalMatch(operand, op, values, put);
  return implied === undefined ? general : `(${general} and ${implied})`;
}

function generalMatch(operand: SqlOperand, op: Operator, values: readonly Scalar[], put: Put): string {
  const sql = operand.sql(put);
  switch (operand.type) {
    case "number":
      return typed(op, values.filter(isNumber), "float8", put)(sql);
    case "time":
      return typed(op, values.filter(isText), "timestamptz", put)(sql);
    case "boolean":
      return typed(op, values.filter(isBoolean), "boolean", put)(sql);
    case "list": {
      const entry = textMatch(operand, op, values.filter(isText), put);
      return `exists (select 1 from unnest(${sql}) as entries (entry) where ${entry("entry")})`;
    }
    case "any":
      return jsonMatch(op, values, put)(sql);
    case "object":
      return "false";
    case "text":
      return textMatch(operand, op, values.filter(isText), put)(sql);
  }
}

/** Of numbers, times and truth values. */
function typed(op: Operator, values: readonly Scalar[], type: string, put: Put): Match {
  const [first] = values;
  if (first === undefined) return () => "false";
  if (op === "eq" || op === "in") {
    if (values.length === 1) {
      const place = `${put(first)}::${type}`;
      return (sql) => `${sql} = ${place}`;
    }
    const places = `${put(values)}::${type}[]`;
    return (sql) => `${sql} = any(${places})`;
  }
  const sign = SIGNS[op as keyof typeof SIGNS];
  if (!sign) return () => "false";
  const place = `${put(first)}::${type}`;
  return (sql) => `${sql} ${sign} ${place}`;
}

function textMatch(
  { isId, values: known }: Pick<SqlOperand, "isId" | "values">,
  op: Operator,
  values: readonly string[],
  put: Put,
): Match {
  const [first] = values;
  if (first === undefined) return () => "false";
  if (op === "eq" || op === "in") {
    if (isId || known) {
      const places = `${put(isId ? values : values.map((value) => value.toLowerCase()))}::text[]`;
      return (sql) => `${sql} = any(${places})`;
    }
    if (values.length === 1) {
      const place = `lower(${put(first)}::text)`;
      return (sql) => `lower(${sql}) = ${place}`;
    }
    const places = `array(select lower(v) from unnest(${put(values)}::text[]) as v)`;
    return (sql) => `lower(${sql}) = any(${places})`;
  }
  const place = `lower(${put(first)}::text)`;
  if (op === "contains") return (sql) => `strpos(lower(${sql}), ${place}) > 0`;
  if (op === "starts_with") return (sql) => `starts_with(lower(${sql}), ${place})`;
  return (sql) => `lower(${sql}) ${SIGNS[op as keyof typeof SIGNS]} ${place}`;
}

/**
 * Of any JSON: a value is compared with values of its own type, numbers with numbers and texts with texts; of a list one
 * entry must match.
 */
function jsonMatch(op: Operator, values: readonly Scalar[], put: Put): Match {
  const ofTexts = textMatch({ isId: false }, op, values.filter(isText), put);
  const branches = [
    // As JSON they compare like numbers, without being turned into them.
    ["number", ofScalars(op, values.filter(isNumber), put)],
    ["boolean", ofScalars(op, values.filter(isBoolean), put)],
    ["string", values.some(isText) && ((sql: string) => ofTexts(`(${sql} #>> '{}')`))],
  ] as const;
  const one = (sql: string) =>
    branches.map(([type, match]) => (match ? `when '${type}' then ${match(sql)}` : "")).join(" ");
  return (sql) => `case jsonb_typeof(${sql}) ${one(sql)} when 'array'
    then exists (select 1 from jsonb_array_elements(${sql}) as entries (entry)
      where case jsonb_typeof(entry) ${one("entry")} else false end) else false end`;
}

/** Of numbers or truth values in JSON; undefined where there is none to compare with. */
function ofScalars(op: Operator, values: readonly (number | boolean)[], put: Put): Match | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  if (op === "eq" || op === "in") {
    const places = `${put(values.map(String))}::jsonb[]`;
    return (sql) => `${sql} = any(${places})`;
  }
  const sign = SIGNS[op as keyof typeof SIGNS];
  if (!sign || typeof first === "boolean") return undefined;
  const place = `${put(String(first))}::jsonb`;
  return (sql) => `${sql} ${sign} ${place}`;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}
