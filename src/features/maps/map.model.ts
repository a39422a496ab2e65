import type { ShownHealth } from "../../model/palette.ts";

/** Health on a map. `maintenance` and `inactive` come from a CI's status. */
export const MAP_HEALTHS = [
  "critical",
  "degraded",
  "unknown",
  "maintenance",
  "inactive",
  "healthy",
] as const satisfies ShownHealth[];
export type MapHealth = ShownHealth;

/** One CI or service of a map, or several folded into one. */
export interface MapNode {
  /** Unique; orders nodes of equal name; not shown. */
  key: string;
  name: string;
  /** Canonical. */
  type: string;
  health: MapHealth;
  /** Steps from the subject: negative for dependents, positive for dependencies. */
  layer: number;
  /** The service or CI of the request. */
  isSubject: boolean;
  /** Number of CIs; more than 1 for a folded group. */
  count: number;
}

/** A link between positions in the list of nodes. */
export interface MapLink {
  /** The dependent: it is further left, except in a cycle. */
  from: number;
  to: number;
  /** Types and roles. */
  label: string;
  /** End at which the relationship points. */
  arrow: "to" | "from" | "both";
  /** Observed or optional: drawn dashed. */
  isWeak: boolean;
}

export interface DependencyMap {
  title: string;
  nodes: readonly MapNode[];
  links: readonly MapLink[];
  /** Number of links above the limit, not drawn. */
  linksLeftOut: number;
  /** Whether depth or size cut the search. */
  isTruncated: boolean;
}

/** Most nodes of a map, folded groups included, and most links. */
export const MAX_NODES = 500;
export const MAX_LINKS = 1_500;
