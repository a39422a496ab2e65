import type { QueryForm } from "../../../src/features/query/query.model.ts";
import type { KnownCi, SampleEvent } from "./sql-world.ts";

/** What a form about events answers, worked out in memory from the words of the contract. */

type Filter = NonNullable<QueryForm["filters"]>[number];
const IDS = new Set(["id", "source_id", "affected_cis", "ci.id"]);
const TIMES = new Set(["occurred_at", "resolved_at"]);

/** All values of a field: none where it is missing, several of a list. */
function valuesOf(event: SampleEvent, path: string, cis: ReadonlyMap<string, KnownCi>): unknown[] {
  if (path === "ci.id") return event.affected_cis;
  if (path.startsWith("ci.")) {
    return event.affected_cis.flatMap((id) => {
      const ci = cis.get(id);
      const value = ci && lookUp({ ...ci }, path.slice(3));
      return value === undefined || value === null ? [] : [value];
    });
  }
  if (path === "time_to_resolve") return seconds(event.occurred_at, event.resolved_at);
  if (path === "time_to_acknowledge") return seconds(event.occurred_at, event.acknowledged_at);
  if (path === "occurred_at.day") return [event.occurred_at.slice(0, 10)];
  const value = lookUp({ ...event }, path);
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

function seconds(from: string, to: string | null): number[] {
  return to === null ? [] : [(Date.parse(to) - Date.parse(from)) / 1_000];
}

function lookUp(object: Record<string, unknown>, path: string): unknown {
  if (path in object) return object[path];
  const dot = path.indexOf(".");
  if (dot < 0) return undefined;
  const inner = object[path.slice(0, dot)];
  return typeof inner === "object" && inner !== null && !Array.isArray(inner)
    ? lookUp(inner as Record<string, unknown>, path.slice(dot + 1))
    : undefined;
}

function matches(event: SampleEvent, { field, op, value }: Filter, cis: ReadonlyMap<string, KnownCi>): boolean {
  const held = valuesOf(event, field, cis);
  const any = (test: (one: unknown) => boolean) => held.some(test);
  switch (op) {
    case "exists":
      return held.length > 0;
    case "missing":
      return held.length === 0;
    case "eq":
      return any((one) => isEqual(field, one, value));
    case "ne":
      return !any((one) => isEqual(field, one, value));
    case "in":
      return any((one) => (value as unknown[]).some((each) => isEqual(field, one, each)));
    case "contains":
      return any((one) => typeof one === "string" && one.toLowerCase().includes(String(value).toLowerCase()));
    case "starts_with":
      return any((one) => typeof one === "string" && one.toLowerCase().startsWith(String(value).toLowerCase()));
    default:
      return any((one) => {
        const order = compareValues(field, one, value);
        if (order === undefined) return false;
        return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[op];
      });
  }
}

function isEqual(field: string, a: unknown, b: unknown): boolean {
  if (TIMES.has(field)) return Date.parse(a as string) === Date.parse(b as string);
  if (typeof a === "string" && typeof b === "string" && !IDS.has(field)) return a.toLowerCase() === b.toLowerCase();
  return a === b;
}

function compareValues(field: string, a: unknown, b: unknown): number | undefined {
  if (TIMES.has(field)) return Date.parse(a as string) - Date.parse(b as string);
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a.toLowerCase(), b.toLowerCase());
  return undefined;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function selected(form: QueryForm, events: readonly SampleEvent[], cis: ReadonlyMap<string, KnownCi>) {
  const { filters = [], match = "all", time } = form;
  return events.filter((event) => {
    const at = Date.parse((event as unknown as Record<string, string>)[time?.field ?? "occurred_at"] ?? "");
    if (time?.from !== undefined && !(at >= Date.parse(time.from))) return false;
    if (time?.to !== undefined && !(at < Date.parse(time.to))) return false;
    const verdicts = filters.map((filter) => matches(event, filter, cis));
    return match === "all" ? verdicts.every(Boolean) : verdicts.length === 0 || verdicts.some(Boolean);
  });
}

/** In the form's order, a tie by id in the direction of the last one; what is missing last. */
export function ordered(form: QueryForm, events: readonly SampleEvent[]): SampleEvent[] {
  const order = form.order ?? [{ field: "occurred_at", direction: "desc" as const }];
  const none = new Map<string, KnownCi>();
  const signOf = (direction: string | undefined) => (direction === "desc" ? -1 : 1);
  return [...events].sort((a, b) => {
    for (const { field, direction } of order) {
      const [x, y] = [valuesOf(a, field, none)[0], valuesOf(b, field, none)[0]];
      if (x === undefined || y === undefined) {
        if (x === y) continue;
        return x === undefined ? 1 : -1;
      }
      const sign = signOf(direction);
      const folded = IDS.has(field) ? 0 : compareValues(field, x, y);
      const found = folded || compareTexts(String(x), String(y));
      if (found) return sign * found;
    }
    return signOf(order.at(-1)?.direction) * compareTexts(a.id, b.id);
  });
}

/** Groups with their figures, keyed by the columns. An event with several values is in the group of each, once. */
export function grouped(form: QueryForm, events: readonly SampleEvent[], cis: ReadonlyMap<string, KnownCi>) {
  const paths = form.group_by ?? [];
  const groups = new Map<string, { key: unknown[]; members: SampleEvent[] }>();
  if (paths.length === 0) groups.set("[]", { key: [], members: [] });
  for (const event of events) {
    for (const key of keysOf(event, paths, cis)) {
      const name = JSON.stringify(key);
      const group = groups.get(name) ?? { key, members: [] };
      group.members.push(event);
      groups.set(name, group);
    }
  }
  return [...groups.values()].map(({ key, members }) => ({
    ...Object.fromEntries(paths.map((path, i) => [path, key[i]])),
    ...Object.fromEntries(
      (form.aggregate ?? [{ fn: "count" as const }]).map(({ fn, field }) => [
        field === undefined ? fn : `${fn}(${field})`,
        figure(
          fn,
          field === undefined ? members.map(() => 1) : members.flatMap((event) => valuesOf(event, field, cis)),
        ),
      ]),
    ),
  }));
}

function keysOf(event: SampleEvent, paths: readonly string[], cis: ReadonlyMap<string, KnownCi>): unknown[][] {
  // Fields of CIs go together: each CI of the event is one of them.
  const ofCis = paths.filter((path) => path.startsWith("ci.") || path === "affected_cis");
  const rows = ofCis.length === 0 || event.affected_cis.length === 0 ? [undefined] : event.affected_cis;
  const keys = rows.flatMap((ciId) => {
    const one = { ...event, affected_cis: ciId === undefined ? [] : [ciId] };
    return paths.reduce<unknown[][]>(
      (found, path) => {
        const values = valuesOf(one, path, cis);
        return found.flatMap((key) => (values.length > 0 ? values : [null]).map((value) => [...key, value]));
      },
      [[]],
    );
  });
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
}

function figure(fn: string, values: readonly unknown[]): unknown {
  const numbers = values.filter((value) => typeof value === "number").sort((a, b) => a - b);
  switch (fn) {
    case "count":
      return values.length;
    case "count_distinct":
      return new Set(values.map((value) => JSON.stringify(value))).size;
    case "sum":
      return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0);
    case "avg":
      return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    case "min":
      return numbers[0] ?? null;
    case "max":
      return numbers.at(-1) ?? null;
    default:
      return percentile(numbers, fn === "p50" ? 0.5 : 0.95);
  }
}

/** Between the two nearest ranks, in proportion. */
function percentile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const rank = share * (sorted.length - 1);
  const low = sorted[Math.floor(rank)]!;
  const high = sorted[Math.ceil(rank)]!;
  return low + (high - low) * (rank - Math.floor(rank));
}
