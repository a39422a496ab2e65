import { type CpeMatch, parseCpeName } from "../engine/index.ts";
import type { CpeLink } from "./pipeline.graph.store.ts";

/** The link of an instance to its CPE name; none without a name. */
export function linkOf(
  id: string,
  { name, score, method, match }: Pick<CpeMatch, "name" | "score" | "match"> & { method: string | null },
  at: string,
): CpeLink[] {
  const parsed = name === null ? undefined : parseCpeName(name);
  if (name === null || !parsed) return [];
  const { part, vendor, product, version } = parsed;
  return [{ id, entry: { name, part, vendor, product, version, createdAt: at }, link: { score, method, match, at } }];
}
