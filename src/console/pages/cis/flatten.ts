import { words } from "../../components/words";

/** A value of a CI by its path: `attributes.os`, `custom_fields.hardware.cpu_cores`. */
export interface FlatValue {
  path: string;
  value: unknown;
}

const MAX_DEPTH = 4;
const SHOWN = ["name", "type", "status", "description"] as const;

/** The values that people set or scanners report, each on its own; objects are opened. */
export function flatten(state: Readonly<Record<string, unknown>> | null | undefined): FlatValue[] {
  if (!state) return [];
  return [
    ...SHOWN.flatMap((path) => (path in state ? { path, value: state[path] } : [])),
    ...["attributes", "custom_fields"].flatMap((part) => open(part, state[part], 0)),
  ];
}

function open(path: string, value: unknown, depth: number): FlatValue[] {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || depth >= MAX_DEPTH) return [{ path, value }];
  return Object.entries(value).flatMap(([key, member]) => open(`${path}.${key}`, member, depth + 1));
}

export interface Difference {
  path: string;
  before: unknown;
  after: unknown;
}

export function differences(
  before: Readonly<Record<string, unknown>> | null | undefined,
  after: Readonly<Record<string, unknown>> | null | undefined,
): Difference[] {
  const old = new Map(flatten(before).map(({ path, value }) => [path, value]));
  const next = new Map(flatten(after).map(({ path, value }) => [path, value]));
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((path) => {
    const [from, to] = [old.get(path), next.get(path)];
    return JSON.stringify(from) === JSON.stringify(to) ? [] : { path, before: from, after: to };
  });
}

/** `attributes.cpu_cores` -> `Cpu cores`, `custom_fields.hardware.cpu_cores` -> `Hardware › cpu cores`. */
export function pathWords(path: string): string {
  return words(path.replace(/^(attributes|custom_fields)\./, "").replaceAll(".", " › "));
}
