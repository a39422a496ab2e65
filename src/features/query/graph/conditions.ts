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
  const { x } = fieldValue(scope, entity.name, time.field);
  return [
    ...(time.from === undefined ? [] : [plain(fill(CONDITIONS.from, { x, p: scope.param(time.from) }))]),
    ...(time.to === undefined ? [] : [plain(fill(CONDITIONS.to, { x, p: scope.param(time.to) }))]),
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
  if (op === "contains" || op === "starts_with") {
    return { text: withParam(op === "contains" ? CONDITIONS.contains : CONDITIONS.startsWith, given), lookups };
  }
  const sign = SIGNS[op]!;
  const order = typeof given === "number" ? CONDITIONS.orderNumber(sign) : CONDITIONS.orderText(sign);
  return { text: withParam(order, given), lookups };
}

function equality(
  scope: Scope,
  entity: EntityName,
  { field, values }: CheckedFilter,
  { x, lookup }: Value,
): { text: Fragment } {
  const comparable = comparableOf(entity, field);
  const exact = comparable !== undefined || field.field.isId || field.field.normalize !== undefined;
  if (!lookup && (exact || ["number", "boolean", "time"].includes(field.type))) {
    return { text: fill(CONDITIONS.exactly, { x: comparable ?? x, p: scope.param(values) }) };
  }
  const lowered = scope.param(values.map(lower));
  return { text: fill(lookup ? CONDITIONS.any : CONDITIONS.text, { x, p: lowered }) };
}

function lower(value: Scalar): Scalar {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function plain(text: Fragment): Condition {
  return { text, lookups: [] };
}
