import type { CheckedField } from "../checked-query.ts";
import type { AggregateFunction, ColumnType } from "../query.model.ts";
import { present } from "./conditions.ts";
import { needsGraph } from "./resolve-cis.ts";
import { operandOf, type Put, type SqlEntity } from "./sql-entity.ts";

/** What a group or a figure is made of. */
export interface FigureInput {
  type: ColumnType;
  sql: string;
  /** It has a value for each CI of the record. */
  ofLink: boolean;
  isId?: boolean;
  values?: readonly string[];
  /** It may hold lists, of which each entry counts: JSON, or an array of texts. */
  lists?: "json" | "texts";
}

const ON_NUMBERS: ReadonlySet<AggregateFunction> = new Set(["sum", "avg", "min", "max", "p50", "p95"]);

/** The input of a group or a figure. `sqlOfCi` is the SQL of the value of a CI's field. */
export function inputOf(
  entity: SqlEntity,
  field: CheckedField,
  sqlOfCi: (field: CheckedField) => string,
  put: Put,
): FigureInput {
  if (needsGraph(field)) return { type: "any", sql: sqlOfCi(field), ofLink: true, lists: "json" };
  const operand = field.step ? undefined : operandOf(entity, field);
  if (!operand || operand.isLink) return { type: "text", sql: "link.ci_id", ofLink: true, isId: true };
  const sql = operand.sql(put);
  const { type, isId, values } = operand;
  const rest = { ofLink: false, isId, ...(values && { values }) };
  if (type === "any") return { type, sql, ...rest, lists: "json" };
  return type === "list" ? { type: "text", sql, ...rest, lists: "texts" } : { type, sql, ...rest };
}

export interface FigureRows {
  /** A record has a row for each of its CIs. */
  flat: boolean;
  /** A record has rows for entries of its lists, see `takenApart`. */
  apart: boolean;
}

/** SQL of a figure on a column. A record counts once, however many rows it has. */
export function figureSql(
  fn: AggregateFunction,
  input: FigureInput | undefined,
  column: string,
  { flat, apart }: FigureRows,
): string {
  const once = flat && !input?.ofLink ? "is_first" : undefined;
  const whole = apart && !input ? "is_whole" : undefined;
  // Numbers count with numbers, and texts among them are passed over.
  const x =
    input?.lists && ON_NUMBERS.has(fn)
      ? `case jsonb_typeof(${column}) when 'number' then (${column} #>> '{}')::float8 end`
      : column;
  const filter = (...conditions: (string | undefined)[]) => {
    const all = conditions.filter((condition) => condition !== undefined);
    return all.length > 0 ? ` filter (where ${all.join(" and ")})` : "";
  };
  switch (fn) {
    case "count":
      return `count(*)${filter(once, whole, input && present(input.lists ? { type: "any" } : input, x))}`;
    case "count_distinct":
      return `count(distinct ${x})`;
    case "p50":
    case "p95":
      return `percentile_cont(${fn === "p50" ? 0.5 : 0.95}) within group (order by (${x})::float8)${filter(once)}`;
    case "sum":
    case "avg":
      return `${fn}((${x})::float8)${filter(once)}`;
    case "min":
    case "max":
      return input?.type === "boolean"
        ? `${fn === "min" ? "bool_and" : "bool_or"}(${x})${filter(once)}`
        : `${fn}(${x})${filter(once)}`;
  }
}
