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
}

const ON_NUMBERS: ReadonlySet<AggregateFunction> = new Set(["sum", "avg", "min", "max", "p50", "p95"]);

/** The input of a group, or of the figure `fn`. `sqlOfCi` is the SQL of the value of a CI's field. */
export function inputOf(
  entity: SqlEntity,
  field: CheckedField,
  sqlOfCi: (field: CheckedField) => string,
  put: Put,
  fn?: AggregateFunction,
): FigureInput {
  if (needsGraph(field)) return { type: "any", sql: sqlOfCi(field), ofLink: true };
  const operand = field.step ? undefined : operandOf(entity, field);
  if (!operand || operand.isLink) return { type: "text", sql: "link.ci_id", ofLink: true, isId: true };
  const sql = operand.sql(put);
  const { type, isId, values } = operand;
  const rest = { ofLink: false, isId, ...(values && { values }) };
  // Numbers count with numbers, and texts among them are passed over.
  if (type === "any" && fn && ON_NUMBERS.has(fn)) {
    return {
      type: "number",
      sql: `case jsonb_typeof(${sql}) when 'number' then (${sql} #>> '{}')::float8 end`,
      ...rest,
    };
  }
  return { type, sql, ...rest };
}

/** SQL of a figure on the column `x`. Where a record has a row for each of its CIs, `flat`, it counts once. */
export function figureSql(fn: AggregateFunction, input: FigureInput | undefined, x: string, flat: boolean): string {
  const once = flat && !input?.ofLink ? "is_first" : undefined;
  const filter = (...conditions: (string | undefined)[]) => {
    const all = conditions.filter((condition) => condition !== undefined);
    return all.length > 0 ? ` filter (where ${all.join(" and ")})` : "";
  };
  switch (fn) {
    case "count":
      return `count(*)${filter(once, input && present(input, x))}`;
    case "count_distinct":
      return `count(distinct ${x})`;
    case "p50":
    case "p95":
      return `percentile_cont(${fn === "p50" ? 0.5 : 0.95}) within group (order by ${x}::float8)${filter(once)}`;
    case "sum":
    case "avg":
      return `${fn}(${x}::float8)${filter(once)}`;
    case "min":
    case "max":
      return input?.type === "boolean"
        ? `${fn === "min" ? "bool_and" : "bool_or"}(${x})${filter(once)}`
        : `${fn}(${x})${filter(once)}`;
  }
}
