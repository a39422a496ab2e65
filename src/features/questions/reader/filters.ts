import type { QueryForm } from "../../query/index.ts";
import type { Comparison, Condition } from "./meaning.ts";
import { resolveField, type Scope } from "./resolve-fields.ts";
import { resolveValues } from "./resolve-values.ts";
import { Unclear } from "./unclear.ts";
import type { NamedCi, Vocabulary } from "./vocabulary.model.ts";
import { inUnit, unitOf } from "./words.ts";

export type Filter = NonNullable<QueryForm["filters"]>[number];

const OPPOSITE: Record<Comparison, Filter["op"]> = { eq: "ne", lt: "gte", lte: "gt", gt: "lte", gte: "lt" };
/** Concepts whose figures mean nothing without a unit. */
const MEASURED = new Set(["b", "kb", "mb", "gb", "tb", "pb"]);

/** Filters for a condition on fields. Throws Unclear. */
export function filtersOf(condition: Condition, scope: Scope, vocabulary: Vocabulary): Filter[] {
  switch (condition.kind) {
    case "value":
      return valueFilters(condition, scope, vocabulary);
    case "compare":
      return compareFilters(condition, scope, vocabulary);
    case "missing": {
      const { path } = resolveField(condition.field, scope, vocabulary);
      if (path === "relationships.count" || path === "components.count") {
        return [{ field: path, op: condition.isNegated ? "gt" : "eq", value: 0 }];
      }
      return [{ field: path, op: condition.isNegated ? "exists" : "missing" }];
    }
    case "date":
      return dateFilters(condition, scope, vocabulary);
    case "flaw": {
      const { field, value, text, isNegated } = condition;
      if (scope.target !== "vulnerability")
        throw new Unclear([text], `"${text}" is said of vulnerabilities`, "unsayable");
      if (typeof value === "boolean") return [{ field, op: "eq", value: value !== isNegated }];
      return [{ field, op: isNegated ? "ne" : "eq", value }];
    }
    case "ci": {
      const field = scope.step === "" ? "id" : `${scope.step}id`;
      return [{ field, op: condition.isNegated ? "ne" : "eq", value: oneOf(condition.cis).id }];
    }
    default:
      throw new Unclear([], "These conditions cannot be joined by or", "unsayable");
  }
}

/** The only CI of a name; throws Unclear with the ids of all. */
export function oneOf(cis: readonly NamedCi[]): NamedCi {
  const [first] = cis as [NamedCi];
  if (cis.length === 1) return first;
  const told = cis.slice(0, 20).map(({ id, type }) => `the ${type.replaceAll("_", " ")} (${id})`);
  const reason = `${cis.length} CIs are named "${first.name}": ${told.join(", ")}. Say which, e.g. "the ${first.type.replaceAll("_", " ")} ${first.name}"`;
  throw new Unclear([first.name], reason, "ambiguous");
}

function valueFilters(
  condition: Extract<Condition, { kind: "value" }>,
  scope: Scope,
  vocabulary: Vocabulary,
): Filter[] {
  const { path, values } = resolveValues(condition, scope, vocabulary);
  if (condition.isNegated) return values.map((value) => ({ field: path, op: "ne", value }));
  return [
    values.length === 1 ? { field: path, op: "eq", value: values[0]! } : { field: path, op: "in", value: [...values] },
  ];
}

function compareFilters(
  { field, bounds, unit, isNegated }: Extract<Condition, { kind: "compare" }>,
  scope: Scope,
  vocabulary: Vocabulary,
): Filter[] {
  if (!field) throw new Unclear([], "A figure needs the name of a field", "unsayable");
  const resolved = resolveField(field, scope, vocabulary);
  if (!resolved.kinds.includes("number")) {
    throw new Unclear([field.text], `"${field.text}" has no figures to compare`, "unsayable");
  }
  if (isNegated && bounds.length > 1) throw new Unclear([field.text], "A range cannot be denied", "unsayable");
  return bounds.map(({ op, value }) => ({
    field: resolved.path,
    op: isNegated ? OPPOSITE[op] : op,
    value: measured(value, unit, field.text, resolved),
  }));
}

/** A figure in the unit of its field. */
function measured(
  value: number,
  unit: string | undefined,
  text: string,
  field: ReturnType<typeof resolveField>,
): number {
  const stored = field.unit === undefined ? undefined : unitOf(field.unit);
  if (unit === undefined) {
    if (stored !== undefined && MEASURED.has(stored)) {
      throw new Unclear([String(value)], `${value} of "${text}" needs a unit, such as GB`, "unsayable");
    }
    return value;
  }
  const converted = stored === undefined ? undefined : inUnit(value, unit, stored, field.isMemory);
  if (converted === undefined) throw new Unclear([unit], `"${text}" is not measured in ${unit}`, "unsayable");
  return converted;
}

function dateFilters(
  { field, span, isNegated }: Extract<Condition, { kind: "date" }>,
  scope: Scope,
  vocabulary: Vocabulary,
): Filter[] {
  const { path, kinds } = resolveField(field, scope, vocabulary);
  const isTime = kinds.includes("time");
  if (!isTime && !kinds.includes("date"))
    throw new Unclear([field.text], `"${field.text}" holds no dates`, "unsayable");
  const [from, to] = isTime ? [span.from, span.to] : [span.fromDay, span.toDay];
  if (isNegated && from !== undefined && to !== undefined) {
    throw new Unclear([span.text], "A range cannot be denied", "unsayable");
  }
  const filters: Filter[] = [];
  if (from !== undefined) filters.push({ field: path, op: isNegated ? "lt" : "gte", value: from });
  if (to !== undefined) filters.push({ field: path, op: isNegated ? "gte" : "lt", value: to });
  return filters;
}
