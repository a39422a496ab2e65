import type { CheckedFilter, CheckedQuery, Scalar } from "../checked-query.ts";
import type { EntityName } from "../query.model.ts";
import { CONDITIONS, type Fragment, fill, join, NODE, type Sign } from "./fragments.ts";
import type { Lookup, Scope } from "./scope.ts";
import { comparableOf, fieldValue, type Value } from "./values.ts";

/** A condition of a statement, with the lookups that it needs. */
export interface Condition {
  text: Fragment;
  lookups: readonly Lookup[];
}

const SIGNS: Partial<Record<CheckedFilter["op"], Sign>> = { lt: "<", lte: "<=", gt: ">", gte: ">=" };

/** What a value may be: anything, anything but a list, a text alone. */
type Shape = "any" | "scalar" | "text";
const WITHIN: Record<"contains" | "starts_with", Record<Shape, string>> = {
  contains: { any: CONDITIONS.contains, scalar: CONDITIONS.containsScalar, text: CONDITIONS.containsOfText },
  starts_with: { any: CONDITIONS.startsWith, scalar: CONDITIONS.startsWithScalar, text: CONDITIONS.startsWithOfText },
};
const ORDERS: Record<Shape, (sign: Sign, isNumber: boolean) => string> = {
  any: (sign, isNumber) => (isNumber ? CONDITIONS.orderNumber(sign) : CONDITIONS.orderText(sign)),
  scalar: (sign, isNumber) => (isNumber ? CONDITIONS.orderScalarNumber(sign) : CONDITIONS.orderScalarText(sign)),
  // No number is compared with texts.
  text: (sign, isNumber) => (isNumber ? CONDITIONS.orderScalarNumber(sign) : CONDITIONS.orderOfText(sign)),
};

/** CIs that count, as a parameter: a map with their ids as keys. */
export interface Reached {
  ids: Fragment;
  negate: boolean;
}

/** The conditions of a form. All of them hold of a record. */
export function conditionsOf(scope: Scope, query: CheckedQuery, reached: Reached | undefined): Condition[] {
  const entity = query.entity.name;
  const filters = query.filters.map((filter) => conditionOf(scope, entity, filter));
  const either: Condition[] =
    query.match === "all" || filters.length < 2
      ? filters
      : [
          {
            text: fill(CONDITIONS.bracketed, {
              condition: join(
                filters.map(({ text }) => text),
                " OR ",
              ),
            }),
            lookups: filters.flatMap(({ lookups }) => lookups),
          },
        ];
  return [...ownConditions(scope, query), ...placeConditions(reached), ...timeConditions(scope, query), ...either];
}

function ownConditions(scope: Scope, query: CheckedQuery): Condition[] {
  switch (query.entity.name) {
    case "service":
      return [plain(fill(CONDITIONS.exactly, { x: fill("c.type", {}), p: scope.param(["business_service"]) }))];
    case "relationship":
      return namesFinder(query) ? [] : [plain(CONDITIONS.notByModel)];
    default:
      return [];
  }
}

/** Relationships that a model found are hidden as in lists, unless a form asks who found them. */
function namesFinder({ filters, groups, figures, fields, order }: CheckedQuery): boolean {
  const ordered = order.flatMap(({ by }) => ("fn" in by ? [] : by));
  const used = [
    ...filters.map(({ field }) => field),
    ...groups,
    ...figures.flatMap(({ field }) => field ?? []),
    ...fields,
  ];
  return [...used, ...ordered].some(({ path }) => path === "discovered_by");
}

function placeConditions(reached: Reached | undefined): Condition[] {
  if (!reached) return [];
  const places = { map: reached.ids, v: NODE.record };
  return [plain(fill(reached.negate ? CONDITIONS.notInMap : CONDITIONS.inMap, places))];
}

function timeConditions(scope: Scope, { entity, time }: CheckedQuery): Condition[] {
  if (!time) return [];
  const { x, lookup } = fieldValue(scope, entity.name, time.field);
  const bound = (template: string, at: string): Condition => ({
    text: fill(template, { x, p: scope.param(at) }),
    lookups: lookup ? [lookup] : [],
  });
  return [
    ...(time.from === undefined ? [] : [bound(CONDITIONS.from, time.from)]),
    ...(time.to === undefined ? [] : [bound(CONDITIONS.to, time.to)]),
  ];
}

function conditionOf(scope: Scope, entity: EntityName, filter: CheckedFilter): Condition {
  const { field, op, values } = filter;
  const value = fieldValue(scope, entity, field);
  const { x, lookup } = value;
  const lookups = lookup ? [lookup] : [];
  const withParam = (template: string, given: unknown) => fill(template, { x, p: scope.param(given) });
  if (op === "exists" || op === "missing") {
    const template = field.type === "object" ? CONDITIONS[`${op}Object`] : CONDITIONS[op];
    return { text: fill(template, { x }), lookups };
  }
  if (op === "eq" || op === "in" || op === "ne") {
    const { text } = equality(scope, entity, filter, value);
    return { text: op === "ne" ? fill(CONDITIONS.not, { condition: text }) : text, lookups };
  }
  const given = lower(values[0]!);
  const shape = isLoose(lookup) ? "any" : field.type === "text" || field.type === "time" ? "text" : "scalar";
  const template =
    op === "contains" || op === "starts_with"
      ? WITHIN[op][shape]
      : ORDERS[shape](SIGNS[op]!, typeof given === "number");
  return { text: withParam(template, given), lookups };
}

function equality(
  scope: Scope,
  entity: EntityName,
  { field, values }: CheckedFilter,
  { x, lookup }: Value,
): { text: Fragment } {
  const comparable = comparableOf(entity, field);
  const exact = comparable !== undefined || field.field.isId || field.field.normalize !== undefined;
  if (!isLoose(lookup) && (exact || ["number", "boolean", "time"].includes(field.type))) {
    return { text: fill(CONDITIONS.exactly, { x: comparable ?? x, p: scope.param(values) }) };
  }
  const lowered = scope.param(values.map(lower));
  const template = isLoose(lookup) ? CONDITIONS.any : field.type === "text" ? CONDITIONS.text : CONDITIONS.scalar;
  return { text: fill(template, { x, p: lowered }) };
}

/** Whether the type of a value is known only when it is read. */
function isLoose(lookup: Lookup | undefined): boolean {
  return lookup !== undefined && lookup.kind !== "seen";
}

function lower(value: Scalar): Scalar {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function plain(text: Fragment): Condition {
  return { text, lookups: [] };
}
