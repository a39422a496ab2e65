import { parseFields } from "../../../model/fields.ts";
import {
  type CheckedField,
  type CheckedFigure,
  type CheckedOrder,
  type CheckedQuery,
  isFigure,
  isGrouped,
} from "../checked-query.ts";
import type { QueryRow } from "../query.model.ts";
import { type Condition, conditionsOf, type Reached } from "./conditions.ts";
import { CARRIED, CLAUSES, DIRECTIONS, FIGURES, type Fragment, fill, join, numbered, TIES } from "./fragments.ts";
import { valueAt } from "./json-path.ts";
import type { Lookup, Scope } from "./scope.ts";
import { startOf } from "./start.ts";
import { columnOf, fieldValue } from "./values.ts";

/** How a column of an answer is read from a row of the store. */
interface Column {
  name: string;
  read(row: Readonly<Record<string, unknown>>): unknown;
}

/** The statements of a form. Texts are made of fragments; each row of `rows` is read by `decode`. */
export interface Statements {
  rows: Fragment;
  /** How many rows there are without a limit. */
  total: Fragment;
  decode(row: Readonly<Record<string, unknown>>): QueryRow;
  /** CIs that match, each id once, ascending. */
  ids: Fragment;
  /** Records for which a lookup needs a value: their id, and of `json` the text. */
  lookup(lookup: Lookup): Fragment;
}

export interface StatementInput {
  reached?: Reached | undefined;
  /** The CIs that are asked about; absent: all. */
  among?: readonly string[] | undefined;
}

type Entity = keyof typeof CARRIED;

export function composeStatements(scope: Scope, query: CheckedQuery, { reached, among }: StatementInput): Statements {
  const entity = query.entity.name as Entity;
  const conditions = conditionsOf(scope, query, reached);
  const start = startOf(scope, query, reached, among);
  const from = join([start, ...whereOf(entity, conditions)], "\n");
  const answer = isGrouped(query) ? groupedAnswer(scope, query) : recordAnswer(scope, query);
  const { columns } = answer;
  return {
    rows: join([from, ...answer.rows], "\n"),
    total: join([from, ...answer.total], "\n"),
    decode: (row) => Object.fromEntries(columns.map(({ name, read }) => [name, read(row)])),
    ids: join([from, fill(CLAUSES.sortedIds, {})], "\n"),
    lookup: (lookup) => lookupStatement(entity, start, conditions, lookup),
  };
}

function whereOf(entity: Entity, conditions: readonly Condition[]): Fragment[] {
  const carried = CARRIED[entity];
  if (conditions.length === 0) return [fill(CLAUSES.carry, { carried })];
  const texts = conditions.map(({ text }) => text);
  return [fill(CLAUSES.where, { carried, conditions: join(texts, " AND ") })];
}

/** From where the form's own statement starts, with the conditions that need no lookup. */
function lookupStatement(
  entity: Entity,
  start: Fragment,
  conditions: readonly Condition[],
  { v, json, seen }: Lookup,
): Fragment {
  const known = conditions.filter(({ lookups }) => lookups.length === 0);
  const mayHold = json?.mayHold ?? seen?.mayHold;
  const needed = mayHold ? [{ text: mayHold, lookups: [] }] : [];
  const ids = seen ? fill(CLAUSES.keys, { key: seen.key }) : fill(CLAUSES.ids, { v });
  const answer = json ? fill(CLAUSES.lookup, { v, object: json.object }) : ids;
  return join([start, ...whereOf(entity, [...known, ...needed]), answer], "\n");
}

interface Answer {
  rows: Fragment[];
  total: Fragment[];
  columns: Column[];
}

function recordAnswer(scope: Scope, query: CheckedQuery): Answer {
  const entity = query.entity.name as Entity;
  // Before the columns: a field by which rows are ordered has its lookup, which its column then reads.
  const limited = limitedRecords(scope, query);
  const parts = query.fields.map((field, i) => recordColumn(scope, query, field, i));
  const carried = parts.flatMap(({ texts }) => texts);
  const columns = carried.length > 0 ? join(carried, ", ") : TIES[entity];
  return {
    rows: [limited, fill(CLAUSES.answer, { columns })],
    total: [CLAUSES.total],
    columns: parts.map(({ column }) => column),
  };
}

function limitedRecords(scope: Scope, query: CheckedQuery): Fragment {
  const entity = query.entity.name as Entity;
  const carried = CARRIED[entity];
  const [first] = query.order;
  if (query.order.length === 1 && first && !isFigure(first.by) && first.by.path === "id" && carried === CARRIED.ci) {
    return fill(CLAUSES.limitedById, { carried, direction: DIRECTIONS[first.direction] });
  }
  const keys = query.order.flatMap(({ by, direction }, i) => {
    if (isFigure(by)) return [];
    const { x } = fieldValue(scope, entity, by);
    return [{ key: as(sortKey(x, by), numbered.sort(i)), order: sortBy(numbered.sort(i), direction) }];
  });
  const order = join([...keys.map((key) => key.order), TIES[entity]], ", ");
  return fill(CLAUSES.limited, {
    carried,
    sorts: join(
      keys.map(({ key }) => key),
      ", ",
    ),
    order,
  });
}

function recordColumn(
  scope: Scope,
  query: CheckedQuery,
  field: CheckedField,
  i: number,
): { texts: Fragment[]; column: Column } {
  const [raw, text] = [numbered.column(i), numbered.text(i)];
  const name = field.path;
  const isLooked = scope.lookups.some((lookup) => lookup.field.path === field.path);
  const free = isLooked ? undefined : columnOf(scope, query.entity.name, field);
  if (free) {
    const read: Column["read"] = (row) => row[raw] ?? jsonValue(row[text], free.key);
    return { texts: [as(free.property, raw), as(free.text, text)], column: { name, read } };
  }
  const { x } = fieldValue(scope, query.entity.name, field);
  const read: Column["read"] =
    field.type === "object" ? (row) => parseFields(row[raw] as string | null) : (row) => row[raw] ?? null;
  return { texts: [as(x, raw)], column: { name, read } };
}

function jsonValue(text: unknown, key: string): unknown {
  return typeof text === "string" ? (valueAt(parseFields(text), key) ?? null) : null;
}

function groupedAnswer(scope: Scope, query: CheckedQuery): Answer {
  const { groups, figures, order } = query;
  const entity = query.entity.name as Entity;
  const groupValues = groups.map((field) => fieldValue(scope, entity, field));
  // Only what is read from JSON may be a list.
  const isList = groupValues.map(({ lookup }) => lookup?.kind === "json");
  const groupTexts = groupValues.map(({ x }, i) => as(x, isList[i] ? numbered.list(i) : numbered.group(i)));
  const entries = groups.flatMap((_, i) =>
    isList[i] ? [fill(CLAUSES.eachEntry, { x: numbered.list(i), name: numbered.group(i) })] : [],
  );
  const inputs = figures.map(({ field }) => field && fieldValue(scope, entity, field));
  const figureValues = inputs.flatMap((input, i) => (input ? [as(input.x, numbered.value(i))] : []));
  const groupNames = groups.map((_, i) => numbered.group(i));
  const ofLists = inputs.map((input) => input?.lookup?.kind === "json");
  const figureTexts = figures.map((figure, i) =>
    ofLists[i]
      ? as(fill(CLAUSES.gathered, { x: numbered.value(i) }), numbered.value(i))
      : as(figureOf(figure, numbered.value(i)), numbered.figure(i)),
  );
  const results = [...groupNames, ...figures.map((_, i) => numbered.figure(i))];
  const nameOf = (by: CheckedOrder["by"]) =>
    isFigure(by) ? numbered.figure(figures.indexOf(by)) : numbered.group(groups.indexOf(by));
  const typed = (by: CheckedOrder["by"]) => (isFigure(by) ? nameOf(by) : sortKey(nameOf(by), by));
  const sorts = [
    ...order.map(({ by, direction }) => sortBy(typed(by), direction)),
    ...groups.map((by) => sortBy(nameOf(by), "asc")),
  ];
  const values = [...groupTexts, ...figureValues];
  const begin = values.length > 0 ? [fill(CLAUSES.values, { columns: join(values, ", ") }), ...entries] : [];
  const entryFigures = figures.flatMap((figure, i) => (ofLists[i] ? [figureOfEntries(figure, i)] : []));
  const columns = join([...groupNames, ...figureTexts], ", ");
  const grouped = join([fill(CLAUSES.group, { columns }), ...entryFigures], "\n");
  const limited = fill(CLAUSES.limitedGroups, {
    columns: join(results, ", "),
    order: join(sorts.length > 0 ? sorts : results, ", "),
  });
  const shown = query.columns.map(({ name }, i) => {
    const group = groups.findIndex(({ path }) => path === name);
    const figure = figures.findIndex((each) => each.name === name);
    return as(group >= 0 ? numbered.group(group) : numbered.figure(figure), numbered.column(i));
  });
  return {
    rows: [...begin, grouped, limited, fill(CLAUSES.answer, { columns: join(shown, ", ") })],
    total: [...begin, grouped, CLAUSES.total],
    columns: query.columns.map(({ name }, i) => ({ name, read: (row) => row[numbered.column(i)] ?? null })),
  };
}

function figureOf({ fn, field }: CheckedFigure, x: Fragment): Fragment {
  return field ? fill(FIGURES[fn], { x }) : FIGURES.rows;
}

/** Works out the figure of what was gathered for a group. */
function figureOfEntries(figure: CheckedFigure, i: number): Fragment {
  const of = figureOf(figure, CLAUSES.entry);
  return fill(CLAUSES.figureOfEntries, { x: numbered.value(i), figure: of, name: numbered.figure(i) });
}

function as(value: Fragment, name: Fragment): Fragment {
  return fill(CLAUSES.as, { value, name });
}

/** Texts without case; of what may be of any type, too. */
function sortKey(x: Fragment, { type, field }: CheckedField): Fragment {
  if (field.isId || type === "number" || type === "boolean" || type === "time") return x;
  return fill(type === "text" ? CLAUSES.sortText : CLAUSES.sortKey, { x });
}

/** Missing values last, whichever way: ascending they are so already. */
function sortBy(x: Fragment, direction: "asc" | "desc"): Fragment {
  if (direction === "asc") return fill(CLAUSES.sortBy, { x, direction: DIRECTIONS.asc });
  return join([fill(CLAUSES.sortMissing, { x }), fill(CLAUSES.sortBy, { x, direction: DIRECTIONS[direction] })], ", ");
}
