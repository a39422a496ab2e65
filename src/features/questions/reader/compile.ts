import { withArticle } from "../../../model/article.ts";
import { nameKey } from "../../../model/identifiers.ts";
import type { QueryForm } from "../../query/index.ts";
import { type Filter, filtersOf, oneOf } from "./filters.ts";
import {
  ANY_CI,
  type Ask,
  type Condition,
  type FieldPhrase,
  type Happening,
  type Noun,
  type Target,
} from "./meaning.ts";
import { resolveField, type Scope } from "./resolve-fields.ts";
import { Unclear } from "./unclear.ts";
import { type NamedCi, SOFTWARE_TYPES, type Vocabulary } from "./vocabulary.model.ts";

/** A form, and what of the question became what in it. */
export interface Compiled {
  form: QueryForm;
  cis: readonly NamedCi[];
}

/** Where records of an entity name CIs: the step to the fields of one, and its id and name. */
const STEPS: Partial<Record<Target, { step: string; id: string; name: string }>> = {
  event: { step: "ci.", id: "ci.id", name: "ci.name" },
  incident: { step: "ci.", id: "ci.id", name: "ci.name" },
  software: { step: "server.", id: "server.id", name: "server.name" },
  history: { step: "ci.", id: "ci_id", name: "name" },
  vulnerability: { step: "server.", id: "server.id", name: "server.name" },
};
const TIME_FIELDS: Partial<Record<Target, Partial<Record<Happening, string>>>> = {
  ci: { created: "created_at" },
  service: { created: "created_at" },
  event: { occurred: "occurred_at", created: "occurred_at", resolved: "resolved_at" },
  incident: { occurred: "first_seen", created: "first_seen" },
  scan: { occurred: "created_at", created: "created_at" },
  software: { created: "first_seen" },
  history: { occurred: "at", changed: "at", created: "at" },
  relationship: { created: "created_at" },
  vulnerability: { occurred: "found_at", created: "found_at" },
};
/** The time of records of which the question only says when. */
const OCCURRENCES: ReadonlySet<Target> = new Set(["event", "incident", "scan", "history", "vulnerability"]);
/** Types that have no programs of their own, only what they need. */
const WITHOUT_PROGRAMS = new Set(["business_service", "service", "application", "database"]);

const DAYS = /\.(?:day|week|month|hour)$/;

interface Parts {
  /** Of the form. */
  entity: Target;
  filters: Filter[];
  time?: QueryForm["time"];
  path?: QueryForm["path"];
  impact?: QueryForm["impact"];
  match?: "any";
  cis: NamedCi[];
  /** Scope of the conditions on the noun. */
  scope: Scope;
}

/** The closed form of what was read. Throws Unclear where it makes no sense, or no form can say it. */
export function compile(ask: Ask, vocabulary: Vocabulary, zone: string): Compiled {
  const parts = conditionsOf(ask, vocabulary);
  const shape = shapeOf(ask, parts, vocabulary);
  if (zone !== "UTC" && shape.group_by?.some((path) => DAYS.test(path))) {
    throw new Unclear([], "Days and weeks can be counted in UTC only", "unsayable");
  }
  const form: QueryForm = {
    entity: parts.entity,
    ...(parts.filters.length > 0 && { filters: parts.filters }),
    ...(parts.match && { match: parts.match }),
    ...(parts.time && { time: parts.time }),
    ...(parts.path && { path: parts.path }),
    ...(parts.impact && { impact: parts.impact }),
    ...shape,
  };
  return { form, cis: parts.cis };
}

/** The entity that can answer: events, vulnerabilities, software or changes where the question asks for the CIs of these. */
function entityOf(ask: Ask): Target {
  const { noun, conditions } = ask;
  if (noun.target !== "ci") return noun.target;
  if (conditions.some((each) => each.kind === "installed" && !each.isNegated)) return "software";
  const happenings = conditions.flatMap((each) => (each.kind === "time" && each.happening ? [each.happening] : []));
  if (happenings.includes("changed") || happenings.includes("deleted")) return "history";
  return conditions.find((each) => each.kind === "related")?.noun.target ?? "ci";
}

function conditionsOf(ask: Ask, vocabulary: Vocabulary): Parts {
  const { noun, conditions } = ask;
  if (noun === ANY_CI && conditions.length === 0) throw new Unclear([], "The question names nothing", "unsayable");
  const entity = entityOf(ask);
  const isFar = entity !== noun.target;
  const step = STEPS[entity]?.step ?? "";
  const scope: Scope = { target: isFar ? "ci" : noun.target, types: noun.types, step: isFar ? step : "" };
  const parts: Parts = { entity, filters: [], cis: [], scope };
  const typeStep = isFar && entity !== "history" ? step : "";
  if (noun.types.length > 0) parts.filters.push(typeFilter(noun.types, typeStep));
  else if (noun.target === "ci" && ask.shape !== "fields" && entity !== "event" && entity !== "vulnerability")
    parts.filters.push(...notSoftware(typeStep));
  for (const condition of mergedTimes(conditions)) add(parts, condition, ask, vocabulary);
  if (entity === "history" && noun.target === "ci" && !parts.filters.some(({ field }) => field === "action")) {
    throw new Unclear([], "What should have happened to them is missing", "unsayable");
  }
  // What a decision accepts or a maker has fixed counts only where the question asks for it.
  if (entity === "vulnerability" && !parts.filters.some(({ field }) => field === "status"))
    parts.filters.push({ field: "status", op: "in", value: ["affected", "possible"] });
  return parts;
}

function typeFilter(types: readonly string[], step: string): Filter {
  const field = `${step}type`;
  return types.length === 1 ? { field, op: "eq", value: types[0]! } : { field, op: "in", value: [...types] };
}

/** Records of software are asked for as such: there are hundreds of them for each server, and they would hide all else. */
function notSoftware(step: string): Filter[] {
  return [...SOFTWARE_TYPES].map((value) => ({ field: `${step}type`, op: "ne", value }));
}

/** `new` and `since yesterday` are one condition wherever both stand. */
function mergedTimes(conditions: readonly Condition[]): Condition[] {
  const times = conditions.filter((each) => each.kind === "time");
  const rest = conditions.filter((each) => each.kind !== "time");
  const happenings = [...new Set(times.flatMap(({ happening }) => (happening ? [happening] : [])))];
  const spans = times.flatMap(({ span }) => (span ? [span] : []));
  if (times.length === 0) return rest;
  if (happenings.length > 1 || spans.length > 1) throw new Unclear([], "Only one time can be asked for", "unsayable");
  return [...rest, { kind: "time", happening: happenings[0], span: spans[0] }];
}

function add(parts: Parts, condition: Condition, ask: Ask, vocabulary: Vocabulary): void {
  switch (condition.kind) {
    case "time":
      addTime(parts, condition, ask);
      return;
    case "path":
    case "impact":
      addWalk(parts, condition);
      return;
    case "installed":
      addInstalled(parts, condition, vocabulary);
      return;
    case "related":
      addRelated(parts, condition, ask.noun, vocabulary);
      return;
    case "any":
      addAlternatives(parts, condition.of, ask, vocabulary);
      return;
    case "ci":
      parts.cis.push(withPrograms(oneOf(condition.cis), parts.entity));
      parts.filters.push(...filtersOf(condition, withStep(parts), vocabulary));
      return;
    default:
      parts.filters.push(...filtersOf(condition, valueScope(parts, condition), vocabulary));
  }
}

/** Programs, and so vulnerabilities, are those of a server. Throws Unclear for a CI that has none of its own. */
function withPrograms(ci: NamedCi, entity: Target): NamedCi {
  if (entity !== "vulnerability" || !WITHOUT_PROGRAMS.has(ci.type)) return ci;
  const reason = `"${ci.name}" is ${withArticle(ci.type.replaceAll("_", " "))}, which has no programs of its own: ask for the vulnerabilities of a server that it needs`;
  throw new Unclear([ci.name], reason, "unsayable");
}

/** A CI that a record belongs to is named through its step; a CI itself by its id. */
function withStep(parts: Parts): Scope {
  return { ...parts.scope, step: STEPS[parts.entity]?.step ?? "" };
}

/** Conditions on records reach their CIs through the step where the record has no such field. */
function valueScope({ scope, entity }: Parts, condition: Condition): Scope {
  const isPlain = scope.target === entity && STEPS[entity] !== undefined;
  return isPlain && condition.kind !== "date" ? { ...scope, step: STEPS[entity]!.step } : scope;
}

function addTime(parts: Parts, { happening, span }: Extract<Condition, { kind: "time" }>, { noun }: Ask): void {
  const { entity } = parts;
  const range = span && { ...(span.from && { from: span.from }), ...(span.to && { to: span.to }) };
  if (entity === "history" && noun.target === "ci") {
    if (happening !== "deleted" && !span) throw new Unclear([], "Changed since when?", "unsayable");
    parts.filters.push({ field: "action", op: "eq", value: happening === "deleted" ? "ci.deleted" : "ci.updated" });
    if (range) parts.time = { field: "at", ...range };
    return;
  }
  const meant = happening ?? (OCCURRENCES.has(entity) ? "occurred" : undefined);
  const field = meant && TIME_FIELDS[entity]?.[meant];
  if (!field || !range) throw new Unclear(span ? [span.text] : [], "It is not clear what time is meant", "unsayable");
  parts.time = { field, ...range };
}

function addWalk(parts: Parts, condition: Extract<Condition, { kind: "path" | "impact" }>): void {
  if (parts.path || parts.impact) throw new Unclear([condition.text], "Only one CI can be walked from", "unsayable");
  const ci = oneOf(condition.of);
  parts.cis.push(ci);
  if (condition.kind === "impact") {
    parts.impact = { of: ci.id, direction: "downstream", depth: 10 };
    return;
  }
  const { direction, types, depth, isNegated } = condition;
  parts.path = { of: ci.id, direction, depth, ...(types && { types: [...types] }), ...(isNegated && { negate: true }) };
}

function addInstalled(
  parts: Parts,
  { programs, version, isNegated }: Extract<Condition, { kind: "installed" }>,
  vocabulary: Vocabulary,
): void {
  const texts = programs.map(({ text }) => text);
  const known = programs.map(({ known: [first] }) => first!);
  if (isNegated) {
    const products = (vocabulary.cis.get(nameKey(known[0]!.value)) ?? []).filter(({ type }) => type === "software");
    if (programs.length > 1 || version || products.length !== 1 || parts.path) {
      throw new Unclear(texts, `That "${texts.join(", ")}" is not installed cannot be asked so`, "unsayable");
    }
    const types = ["Instance Of", "Installed On"];
    parts.path = { of: products[0]!.id, direction: "either", types, depth: 2, negate: true };
    return;
  }
  const field = known[0]!.path;
  if (known.some(({ path }) => path !== field)) throw new Unclear(texts, "Ask for one program at a time", "unsayable");
  const values = known.map(({ value }) => value);
  parts.filters.push(values.length === 1 ? { field, op: "eq", value: values[0]! } : { field, op: "in", value: values });
  if (version) {
    const isWhole = version.split(".").length > 2;
    parts.filters.push({ field: "version", op: isWhole ? "eq" : "starts_with", value: version });
  }
}

function addRelated(
  parts: Parts,
  related: Extract<Condition, { kind: "related" }>,
  noun: Noun,
  vocabulary: Vocabulary,
): void {
  const isOfCi = noun.target === "ci";
  // Events that CIs have stand in the form themselves; CIs that records have are reached by the step.
  const scope: Scope = isOfCi
    ? { target: related.noun.target, types: [], step: "" }
    : { target: "ci", types: related.noun.types, step: STEPS[parts.entity]?.step ?? "" };
  if (!isOfCi && scope.step === "") throw new Unclear([related.noun.text], "These have no CIs", "unsayable");
  if (related.noun.types.length > 0) parts.filters.push(typeFilter(related.noun.types, scope.step));
  for (const condition of related.conditions) {
    if (condition.kind === "time") throw new Unclear([], "It is not clear what time is meant", "unsayable");
    parts.filters.push(...filtersOf(condition, scope, vocabulary));
  }
}

/** Alternatives of one field are one filter; those of several fields only stand alone. */
function addAlternatives(parts: Parts, of: readonly Condition[], ask: Ask, vocabulary: Vocabulary): void {
  const each = of.map((condition) => filtersOf(condition, valueScope(parts, condition), vocabulary));
  const filters = each.flat();
  const [first] = filters as [Filter];
  const isValues = filters.every(({ field, op }) => field === first.field && (op === "eq" || op === "in"));
  if (isValues) {
    const values = filters.flatMap(({ value }) => (Array.isArray(value) ? value : value === undefined ? [] : [value]));
    parts.filters.push({ field: first.field, op: "in", value: values });
    return;
  }
  const isAlone = parts.filters.length === 0 && ask.conditions.length === 1 && each.every(({ length }) => length === 1);
  if (!isAlone) throw new Unclear([], "Different conditions joined by or cannot be mixed with others", "unsayable");
  parts.filters.push(...filters);
  parts.match = "any";
}

type Resolve = (field: FieldPhrase) => { path: string; kinds: readonly string[] };
type FormShape = Pick<QueryForm, "group_by" | "aggregate" | "order" | "limit" | "fields">;

function shapeOf(ask: Ask, parts: Parts, vocabulary: Vocabulary): FormShape {
  const { noun, shape } = ask;
  const far = parts.entity === noun.target ? undefined : STEPS[parts.entity];
  const groups = ask.groups.map((field) => groupOf(field, parts, vocabulary));
  const resolve = (field: FieldPhrase) =>
    resolveField(field, valueScope(parts, { kind: "missing", field, isNegated: false }), vocabulary);
  if (ask.figure) {
    if (far) throw new Unclear([], "This figure cannot be taken over what else is asked", "unsayable");
    const { path, kinds } = resolve(ask.figure.field);
    if (ask.figure.fn !== "count_distinct" && !kinds.includes("number")) {
      throw new Unclear([ask.figure.field.text], `"${ask.figure.field.text}" has no figures`, "unsayable");
    }
    return figured(ask, groups, { fn: ask.figure.fn, field: path });
  }
  if (shape === "count") {
    const step = noun.target === "vulnerability" ? "server." : "ci.";
    const paths = groups.some((path) => path.endsWith(`${step}name`)) ? [`${step}id`, `${step}name`] : groups;
    // One vulnerability is a record for each installation that has it.
    const distinct = far?.id ?? (noun.target === "vulnerability" ? "cve" : undefined);
    return figured(ask, paths, distinct === undefined ? { fn: "count" } : { fn: "count_distinct", field: distinct });
  }
  if (far) return { group_by: [far.id, far.name], aggregate: [{ fn: "count" }], ...orderOfFar(ask) };
  if (noun.target === "software" && !parts.filters.some(({ field }) => field === "server.id") && !ask.order) {
    return { group_by: ["name"], aggregate: [{ fn: "count" }] };
  }
  if (noun.target === "vulnerability" && ask.order?.by !== "time") return listedFlaws(ask, parts, resolve);
  return listed(ask, parts, resolve);
}

/** Vulnerabilities, each once with the number of installations that have it, the most urgent or those asked for first. */
function listedFlaws({ order, limit }: Ask, parts: Parts, resolve: Resolve): FormShape {
  const field = order ? orderField(order.by, parts, resolve) : "priority";
  const direction = order?.direction ?? "desc";
  const fn = direction === "desc" ? "max" : "min";
  return {
    group_by: ["cve", "severity", "known_exploited"],
    aggregate: [{ fn: "count" }, { fn, field }],
    order: [{ field: `${fn}(${field})`, direction }],
    ...(limit !== undefined && { limit }),
  };
}

function orderOfFar({ order, limit }: Ask): FormShape {
  if (order) throw new Unclear([], "These cannot be put in that order", "unsayable");
  return limit === undefined ? {} : { limit };
}

type Aggregate = NonNullable<QueryForm["aggregate"]>[number];

function figured({ order, limit }: Ask, groups: string[], figure: Aggregate): FormShape {
  const column = figure.field === undefined ? figure.fn : `${figure.fn}(${figure.field})`;
  const direction = order?.direction ?? "desc";
  if (order && order.by !== "figure") throw new Unclear([], "Groups cannot be put in that order", "unsayable");
  return {
    ...(groups.length > 0 && { group_by: groups, order: [{ field: column, direction }] }),
    aggregate: [figure],
    ...(limit !== undefined && { limit }),
  };
}

function groupOf(field: FieldPhrase, parts: Parts, vocabulary: Vocabulary): string {
  const { path, kinds } = resolveField(
    field,
    valueScope(parts, { kind: "missing", field, isNegated: false }),
    vocabulary,
  );
  if (kinds.includes("time")) throw new Unclear([field.text], `"${field.text}" makes no groups`, "unsayable");
  return path;
}

/** Rows of records, with the fields that the question names beside those that tell what they are. */
function listed(ask: Ask, parts: Parts, resolve: Resolve): FormShape {
  const { order, limit, noun } = ask;
  const asked = ask.fields.map((field) => resolve(field).path);
  const by = order && orderField(order.by, parts, resolve);
  if (order && by && order.by !== "time" && limit !== undefined) parts.filters.push({ field: by, op: "exists" });
  const isOfCi = noun.target === "ci" || noun.target === "service";
  const told = [...asked, ...(by ? [by] : []), ...parts.filters.map(({ field }) => field)];
  const own =
    noun.target === "service" ? ["id", "name", "type", "status", "criticality"] : ["id", "name", "type", "status"];
  return {
    ...(isOfCi && { fields: [...new Set([...own, ...told])] }),
    ...(order && by && { order: [{ field: by, direction: order.direction }] }),
    ...(limit !== undefined && { limit }),
  };
}

function orderField(by: NonNullable<Ask["order"]>["by"], { entity }: Parts, resolve: Resolve): string {
  if (by === "figure") throw new Unclear([], "There is no figure to order by", "unsayable");
  if (by === "time") {
    const field = OCCURRENCES.has(entity) ? TIME_FIELDS[entity]?.occurred : undefined;
    if (!field) throw new Unclear([], "These have no time", "unsayable");
    return field;
  }
  const { path, kinds } = resolve(by);
  if (!kinds.includes("number") && !kinds.includes("date") && !kinds.includes("time")) {
    throw new Unclear([by.text], `"${by.text}" has no order`, "unsayable");
  }
  return path;
}
