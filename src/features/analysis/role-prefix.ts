import { nameKey } from "../../model/identifiers.ts";

const SHORTEST_PREFIX = 3;

/** The beginning of a name that its role shares: the name without its number; undefined for names that say no role. */
export function rolePrefix(name: string): string | undefined {
  const prefix = nameKey(name).replace(/\d+(\..*)?$/, "");
  return prefix.length >= SHORTEST_PREFIX && prefix !== nameKey(name) ? prefix : undefined;
}
