import { invalid, type Violation } from "../../errors.ts";
import { nearestNames } from "../../model/nearest-names.ts";
import { builtInType, typeKey } from "../../model/relationships.ts";
import { checkValue } from "../../platform/http/violations.ts";
import type {
  CheckedField,
  CheckedFigure,
  CheckedFilter,
  CheckedOrder,
  CheckedQuery,
  FreeObject,
} from "./checked-query.ts";
import { coerceValues, readTime } from "./coerce-value.ts";
import type { FreeKey } from "./engine.ts";
import type { Entity } from "./fields/entity.ts";
import {
  type AggregateFunction,
  type ColumnType,
  DEFAULT_DEPTH,
  DEFAULT_LIMIT,
  type EntityName,
  type QueryColumn,
  type QueryForm,
  queryForm,
} from "./query.model.ts";
import { knownFields, resolveField } from "./resolve-field.ts";

export interface CheckQueryDeps {
  entities: Partial<Record<EntityName, Entity>>;
  /** Of the tenant, see `QueryEngine.unknownKeys`. */
  unknownKeys(entity: Entity, keys: readonly FreeKey[]): Promise<{ key: FreeKey; nearest: string[] }[]>;
  /** Names of the relationship types that the tenant has, built-in ones included. */
  relationshipTypes(): Promise<readonly string[]>;
}

/** A free field of the form, and where it stands. */
interface FreeUse {
  at: string;
  field: CheckedField;
}

/** What a check gathers: faults, and free fields that only the store can know. */
interface Findings {
  entity: Entity;
  faults: Violation[];
  free: FreeUse[];
}

const NEEDS_NUMBERS: ReadonlySet<AggregateFunction> = new Set(["sum", "avg", "p50", "p95"]);
const NUMERIC: ReadonlySet<ColumnType> = new Set(["number", "any", "list"]);

/**
 * A form with its fields resolved, values in their types and defaults set. Throws 400 with all faults at once, each named
 * by its place: `filters.0.field`.
 */
export async function checkQuery(deps: CheckQueryDeps, given: QueryForm): Promise<CheckedQuery> {
  const { data: form, violations } = checkValue(queryForm, given);
  if (!form) throw invalid(violations);
  const entity = deps.entities[form.entity];
  if (!entity) throw invalid([{ field: "entity", reason: "cannot be queried" }]);
  const found: Findings = { entity, faults: [], free: [] };
  const query = assemble(form, found);
  const faults = [...found.faults, ...(await keyFaults(deps, found)), ...(await typeFaults(deps, form.path?.types))];
  if (faults.length > 0) throw invalid(faults.sort(inOrderOf(form)));
  return query;
}

function assemble(form: QueryForm, found: Findings): CheckedQuery {
  const { entity } = found;
  const filters = (form.filters ?? []).flatMap((filter, i) => filterOf(found, filter, `filters.${i}`));
  const time = timeOf(found, form.time);
  const places = placesOf(found, form);
  const groups = groupsOf(found, form.group_by ?? []);
  const asked = form.aggregate ?? (form.group_by ? [{ fn: "count" as const }] : []);
  const figures = figuresOf(found, asked);
  const grouped = form.group_by !== undefined || form.aggregate !== undefined;
  const fields = columnFields(found, form, grouped);
  const columns: QueryColumn[] = grouped
    ? groupedColumns(found, form.fields, groups, figures)
    : fields.map(({ path, type, step }) => ({ name: path, type: step && entity.severalCis ? "list" : type }));
  const order = orderOf(found, form, grouped, groups, figures);
  return {
    entity,
    filters,
    match: form.match ?? "all",
    ...(time && { time }),
    ...places,
    groups,
    figures,
    fields,
    order,
    limit: form.limit ?? DEFAULT_LIMIT,
    columns,
  };
}

/** The field of a path, or a fault at this place. */
function fieldAt(found: Findings, path: string, at: string): CheckedField[] {
  const field = resolveField(found.entity, path);
  if (!field) {
    found.faults.push({ field: at, reason: unknownField(found.entity, path, []) });
    return [];
  }
  if (field.key !== undefined) found.free.push({ at, field });
  return [field];
}

function unknownField(entity: Entity, path: string, keys: readonly string[]): string {
  const near = nearestNames(path, [...knownFields(entity), ...keys]);
  return `${quoted(path)} is not a field of ${entity.name}${near.length > 0 ? `; nearest: ${near.join(", ")}` : ""}`;
}

function quoted(path: string): string {
  return JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}...` : path);
}

type FormFilter = NonNullable<QueryForm["filters"]>[number];

function filterOf(found: Findings, { field: path, op, value }: FormFilter, at: string): CheckedFilter[] {
  return fieldAt(found, path, `${at}.field`).flatMap((field) => {
    if (field.type === "object" && op !== "exists" && op !== "missing") {
      found.faults.push({ field: `${at}.op`, reason: `${path} is an object: only exists and missing go with it` });
      return [];
    }
    const coerced = coerceValues(field, op, value);
    if ("values" in coerced) return [{ field, op, values: coerced.values }];
    found.faults.push({ field: `${at}.value`, reason: coerced.fault });
    return [];
  });
}

function timeOf(found: Findings, time: QueryForm["time"]): CheckedQuery["time"] {
  if (!time) return undefined;
  const [field] = fieldAt(found, time.field ?? found.entity.timeField, "time.field");
  if (field && field.type !== "time") {
    found.faults.push({ field: "time.field", reason: `${field.path} is not a time` });
  }
  const bound = (name: "from" | "to") => {
    const text = time[name];
    const read = text === undefined ? undefined : readTime(text);
    if (text !== undefined && read === undefined) {
      found.faults.push({ field: `time.${name}`, reason: "must be a time in ISO 8601 with an offset, or a date" });
    }
    return read;
  };
  const [from, to] = [bound("from"), bound("to")];
  if (from !== undefined && to !== undefined && from >= to) {
    found.faults.push({ field: "time.to", reason: "must be later than from" });
  }
  return field && { field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function placesOf(found: Findings, { path, impact }: QueryForm): Pick<CheckedQuery, "path" | "impact"> {
  const refuse = (field: string, reason: string) => void found.faults.push({ field, reason });
  if (path && impact) refuse("impact", "does not go with path");
  for (const name of ["path", "impact"] as const) {
    if ((name === "path" ? path : impact) && found.entity.pathField === undefined) {
      refuse(name, `does not go with ${found.entity.name}`);
    }
  }
  return {
    ...(path && {
      path: {
        of: path.of,
        direction: path.direction,
        ...(path.types && { types: path.types }),
        depth: path.depth ?? DEFAULT_DEPTH,
        negate: path.negate ?? false,
      },
    }),
    ...(impact && {
      impact: { of: impact.of, direction: impact.direction ?? "downstream", depth: impact.depth ?? DEFAULT_DEPTH },
    }),
  };
}

function groupsOf(found: Findings, paths: readonly string[]): CheckedField[] {
  return paths.flatMap((path, i) => {
    const at = `group_by.${i}`;
    const fields = fieldAt(found, path, at);
    if (fields[0]?.type === "object") found.faults.push({ field: at, reason: `${path} is an object` });
    if (paths.indexOf(path) < i) found.faults.push({ field: at, reason: "is named twice" });
    return fields;
  });
}

function figuresOf(found: Findings, asked: NonNullable<QueryForm["aggregate"]>): CheckedFigure[] {
  const names = new Set<string>();
  return asked.flatMap(({ fn, field: path }, i): CheckedFigure[] => {
    const at = `aggregate.${i}`;
    const name = path === undefined ? fn : `${fn}(${path})`;
    if (names.has(name)) found.faults.push({ field: at, reason: `${name} is named twice` });
    names.add(name);
    if (path === undefined) {
      if (fn !== "count") found.faults.push({ field: `${at}.field`, reason: `is required for ${fn}` });
      return [{ name, fn }];
    }
    return fieldAt(found, path, `${at}.field`).map((field) => {
      const refused =
        field.type === "object"
          ? "is an object"
          : NEEDS_NUMBERS.has(fn) && !NUMERIC.has(field.type) && "is not a number";
      if (refused && fn !== "count") found.faults.push({ field: `${at}.field`, reason: `${path} ${refused}` });
      return { name, fn, field };
    });
  });
}

function columnFields(found: Findings, form: QueryForm, grouped: boolean): CheckedField[] {
  if (grouped) return [];
  const paths = form.fields ?? found.entity.defaultFields;
  return paths.flatMap((path, i) => {
    if (paths.indexOf(path) < i) found.faults.push({ field: `fields.${i}`, reason: "is named twice" });
    return fieldAt(found, path, `fields.${i}`);
  });
}

/** Groups, then figures; of these only the ones that `fields` names, if it does. */
function groupedColumns(
  found: Findings,
  fields: readonly string[] | undefined,
  groups: readonly CheckedField[],
  figures: readonly CheckedFigure[],
): QueryColumn[] {
  const all: QueryColumn[] = [
    ...groups.map(({ path, type }) => ({ name: path, type })),
    ...figures.map(({ name, fn, field }) => ({
      name,
      type: fn === "min" || fn === "max" ? (field?.type ?? "any") : ("number" as const),
    })),
  ];
  for (const [i, name] of (fields ?? []).entries()) {
    if (!all.some((column) => column.name === name)) {
      found.faults.push({
        field: `fields.${i}`,
        reason: `${quoted(name)} is neither a group nor a figure of the form`,
      });
    }
  }
  return fields ? all.filter(({ name }) => fields.includes(name)) : all;
}

function orderOf(
  found: Findings,
  form: QueryForm,
  grouped: boolean,
  groups: readonly CheckedField[],
  figures: readonly CheckedFigure[],
): CheckedOrder[] {
  const asked = form.order ?? [];
  const order = asked.flatMap(({ field: path, direction = "asc" }, i): CheckedOrder[] => {
    const at = `order.${i}.field`;
    if (grouped) {
      const by = figures.find(({ name }) => name === path) ?? groups.find((group) => group.path === path);
      if (by) return [{ by, direction }];
      const known = [...groups.map((group) => group.path), ...figures.map(({ name }) => name)];
      const names = known.length > 0 ? `; these are ${known.join(", ")}` : "";
      found.faults.push({ field: at, reason: `${quoted(path)} is neither a group nor a figure of the form${names}` });
      return [];
    }
    return fieldAt(found, path, at).flatMap((by): CheckedOrder[] => {
      if (by.type !== "object") return [{ by, direction }];
      found.faults.push({ field: at, reason: `${path} is an object` });
      return [];
    });
  });
  if (order.length > 0) return order;
  if (grouped) return groups.map((by) => ({ by, direction: "asc" }));
  const { field, direction } = found.entity.defaultOrder;
  return fieldAt(found, field, "order").map((by) => ({ by, direction }));
}

/** Faults of free fields whose keys the tenant does not have. */
async function keyFaults({ unknownKeys }: CheckQueryDeps, { entity, free }: Findings): Promise<Violation[]> {
  if (free.length === 0) return [];
  const keyOf = ({ owner, field, key }: CheckedField): FreeKey => ({
    owner,
    object: field.name as FreeObject,
    key: key ?? "",
  });
  const identify = ({ owner, object, key }: FreeKey) => JSON.stringify([owner, object, key]);
  const keys = new Map(free.map(({ field }) => [identify(keyOf(field)), keyOf(field)]));
  const unknown = new Map((await unknownKeys(entity, [...keys.values()])).map((each) => [identify(each.key), each]));
  return free.flatMap(({ at, field }) => {
    const missing = unknown.get(identify(keyOf(field)));
    if (!missing) return [];
    const prefix = field.step ? `${field.step}.` : "";
    return [
      {
        field: at,
        reason: unknownField(
          entity,
          field.path,
          missing.nearest.map((name) => prefix + name),
        ),
      },
    ];
  });
}

/** Faults of types of a path that the tenant does not have: a path along none finds nothing, which reads as an answer. */
async function typeFaults({ relationshipTypes }: CheckQueryDeps, types: readonly string[] = []): Promise<Violation[]> {
  // What is built in needs no look at the store.
  if (types.every((type) => builtInType(type))) return [];
  const names = await relationshipTypes();
  const known = new Set(names.map(typeKey));
  return types.flatMap((type, i) => {
    if (known.has(typeKey(type))) return [];
    const near = nearestNames(type, names);
    const hint = near.length > 0 ? `; nearest: ${near.join(", ")}` : "";
    return [{ field: `path.types.${i}`, reason: `${quoted(type)} is not a type of relationship${hint}` }];
  });
}

/** Orders faults as their places stand in the form. */
function inOrderOf(form: QueryForm): (a: Violation, b: Violation) => number {
  const keys = Object.keys(form);
  const rank = ({ field }: Violation) => {
    const [first = "", second = ""] = field.split(".");
    return keys.indexOf(first) * 1_000 + (Number(second) || 0);
  };
  return (a, b) => rank(a) - rank(b);
}
