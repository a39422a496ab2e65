import { CIS, type EstateCi, type EstateEvent, EVENTS, INSTALLED, LATER, RELATIONSHIPS, SERVICES } from "./estate.ts";

/** What a question must be answered with: rows by name, one figure, groups with figures, or not at all. */
export type Expectation =
  | { kind: "names"; names: string[] }
  | { kind: "figure"; figure: number }
  | { kind: "groups"; groups: [string, number][] }
  | { kind: "refused"; words: string[] };

export interface AskedQuestion {
  question: string;
  /** Any of them is right. */
  expect: Expectation[];
}

type Test<T> = (thing: T) => boolean;

export const number = (ci: EstateCi, key: string): number => Number(ci.attributes[key] ?? Number.NaN);
export const isType =
  (...types: string[]): Test<EstateCi> =>
  (ci) =>
    types.includes(ci.type);
export const has =
  (key: string, ...values: unknown[]): Test<EstateCi> =>
  (ci) =>
    values.includes(ci.attributes[key]);
export const lacks =
  (key: string): Test<EstateCi> =>
  (ci) =>
    ci.attributes[key] === undefined;
export const is =
  (...statuses: string[]): Test<EstateCi> =>
  (ci) =>
    statuses.includes(ci.status);
export const not =
  <T>(test: Test<T>): Test<T> =>
  (thing) =>
    !test(thing);
export const below =
  (key: string, bound: number): Test<EstateCi> =>
  (ci) =>
    number(ci, key) < bound;
export const above =
  (key: string, bound: number): Test<EstateCi> =>
  (ci) =>
    number(ci, key) > bound;

export const cis = (...tests: Test<EstateCi>[]) => CIS.filter((ci) => tests.every((test) => test(ci)));
export const names = (things: readonly { name: string }[]): Expectation => ({
  kind: "names",
  names: things.map(({ name }) => name),
});
export const named = (...list: string[]): Expectation => ({ kind: "names", names: list });
export const count = (things: readonly unknown[]): Expectation => ({ kind: "figure", figure: things.length });
export const figure = (value: number): Expectation => ({ kind: "figure", figure: Math.round(value * 100) / 100 });
export const refused = (...words: string[]): Expectation => ({ kind: "refused", words });

/** Groups by a key, without those that have no key. */
export function groups<T>(
  things: readonly T[],
  key: (thing: T) => unknown,
  of: (group: T[]) => number = (group) => group.length,
): Expectation {
  const found = new Map<string, T[]>();
  for (const thing of things) {
    const at = key(thing);
    if (at !== undefined) found.set(String(at), [...(found.get(String(at)) ?? []), thing]);
  }
  return { kind: "groups", groups: [...found].map(([at, group]) => [at, of(group)]) };
}

export const events = (...tests: Test<EstateEvent>[]) => EVENTS.filter((event) => tests.every((test) => test(event)));
export const titles = (list: readonly EstateEvent[]): Expectation => ({
  kind: "names",
  names: list.map(({ title }) => title),
});
export const services = (...tests: Test<(typeof SERVICES)[number]>[]) =>
  SERVICES.filter((service) => tests.every((test) => test(service)));

/** Edges along which a failure travels, as [what needs, what is needed]. */
const NEEDS: [string, string][] = [
  ...RELATIONSHIPS.map(([source, , target]): [string, string] => [source, target]),
  ...SERVICES.flatMap(({ name, components }) => components.map((part): [string, string] => [name, part])),
];

function reach(start: string, next: (name: string) => string[]): string[] {
  const found = new Set<string>();
  const waiting = [start];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const each of next(at)) {
      if (found.has(each) || each === start) continue;
      found.add(each);
      waiting.push(each);
    }
  }
  return [...found];
}

/** Names of everything that a CI needs, and of everything that needs it; services included. */
export const needsOf = (start: string) =>
  reach(start, (name) => NEEDS.filter(([from]) => from === name).map(([, to]) => to));
export const needing = (start: string) =>
  reach(start, (name) => NEEDS.filter(([, to]) => to === name).map(([from]) => from));
/** Those of the names that are CIs of a type. */
export const only = (type: string, list: string[]) =>
  type === "business_service"
    ? list.filter((name) => SERVICES.some((service) => service.name === name))
    : list.filter((name) => CIS.some((ci) => ci.name === name && ci.type === type));

export const serversWith = (program: string) =>
  Object.keys(INSTALLED).filter((server) => INSTALLED[server]!.some(([name]) => name === program));
export const ciOf = (event: EstateEvent) => CIS.find(({ name }) => name === event.ci);
export const laterDeleted = LATER.deleted.map(({ name }) => name);
