import type { QueryForm } from "../../../src/features/query/query.model.ts";

/** What a form about CIs answers, worked out in memory from the words of the contract. */

type Filter = NonNullable<QueryForm["filters"]>[number];
export type Row = { id: string } & Record<string, unknown>;

/** The value at a path, where no key holds a dot. */
export function read(row: Row, path: string): unknown {
  if (path in row) return row[path] ?? undefined;
  let value: unknown = row;
  for (const key of path.split(".")) {
    value = value !== null && typeof value === "object" ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value ?? undefined;
}

const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const folded = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);
const canonical = (path: string, value: unknown) =>
  path === "type" && typeof value === "string" ? value.toLowerCase().replace(/[\s_-]+/g, "_") : folded(value);

function holds(row: Row, { field, op, value }: Filter): boolean {
  const found = read(row, field);
  const entries = entriesOf(found).map(folded);
  const wanted = (Array.isArray(value) ? value : [value]).map((each) => canonical(field, each));
  const test = (check: (entry: never, bound: never) => boolean) =>
    entries.some((entry) => typeof entry === typeof value && check(entry as never, folded(value) as never));
  switch (op) {
    case "exists":
      return found !== undefined;
    case "missing":
      return found === undefined;
    case "eq":
    case "in":
      return entries.some((entry) => wanted.includes(entry as never));
    case "ne":
      return !entries.some((entry) => wanted.includes(entry as never));
    case "lt":
      return test((a, b) => a < b);
    case "lte":
      return test((a, b) => a <= b);
    case "gt":
      return test((a, b) => a > b);
    case "gte":
      return test((a, b) => a >= b);
    case "contains":
      return test((a: string, b: string) => a.includes(b));
    case "starts_with":
      return test((a: string, b: string) => a.startsWith(b));
  }
}

export function matching(rows: readonly Row[], { filters = [], match = "all" }: QueryForm): Row[] {
  if (filters.length === 0) return [...rows];
  return rows.filter((row) =>
    match === "all" ? filters.every((each) => holds(row, each)) : filters.some((each) => holds(row, each)),
  );
}

/** Rows in the order of the form: missing last, ties by id. */
export function ordered(rows: readonly Row[], { order = [] }: QueryForm): Row[] {
  return [...rows].sort((a, b) => {
    for (const { field, direction } of order) {
      const [x, y] = [folded(read(a, field)), folded(read(b, field))] as [never, never];
      if (x === y) continue;
      if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
      return (x < y ? -1 : 1) * (direction === "desc" ? -1 : 1);
    }
    return a.id < b.id ? -1 : 1;
  });
}

/** Groups with their figures, by column. */
export function grouped(rows: readonly Row[], { group_by = [], aggregate = [] }: QueryForm): Record<string, unknown>[] {
  const groups = new Map<string, { key: unknown[]; members: Row[] }>();
  for (const row of rows) {
    const choices = group_by.map((path) => {
      const entries = [...new Set(entriesOf(read(row, path)))];
      return entries.length > 0 ? entries : [null];
    });
    for (const key of product(choices)) {
      const name = JSON.stringify(key);
      const group = groups.get(name) ?? { key, members: [] };
      group.members.push(row);
      groups.set(name, group);
    }
  }
  return [...groups.values()].map(({ key, members }) => ({
    ...Object.fromEntries(group_by.map((path, i) => [path, key[i]])),
    ...Object.fromEntries(
      aggregate.map(({ fn, field }) => [
        field === undefined ? fn : `${fn}(${field})`,
        field === undefined
          ? members.length
          : figure(
              fn,
              members.flatMap((row) => entriesOf(read(row, field))),
            ),
      ]),
    ),
  }));
}

function product(choices: unknown[][]): unknown[][] {
  return choices.reduce<unknown[][]>((keys, each) => keys.flatMap((key) => each.map((one) => [...key, one])), [[]]);
}

function figure(fn: string, values: unknown[]): unknown {
  const present = values.filter((value) => value !== undefined && value !== null);
  const numbers = present.filter((value) => typeof value === "number").sort((a, b) => a - b);
  const sum = numbers.reduce((total, each) => total + each, 0);
  switch (fn) {
    case "count":
      return present.length;
    case "count_distinct":
      return new Set(present).size;
    case "sum":
      return numbers.length > 0 ? sum : null;
    case "avg":
      return numbers.length > 0 ? sum / numbers.length : null;
    // Of texts only where there is no number.
    case "min":
      return numbers[0] ?? textsOf(present)[0] ?? null;
    case "max":
      return numbers.at(-1) ?? textsOf(present).at(-1) ?? null;
    default:
      return percentile(numbers, fn === "p50" ? 0.5 : 0.95);
  }
}

function textsOf(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string").sort();
}

/** Interpolated between the two nearest ranks. */
function percentile(sorted: readonly number[], p: number): number | null {
  if (sorted.length === 0) return null;
  const place = p * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}
