/** How something stands, on a map. `maintenance` and `inactive` come from a CI's status, `unknown` where nothing is known. */
export const MAP_HEALTHS = ["critical", "degraded", "unknown", "maintenance", "inactive", "healthy"] as const;
export type MapHealth = (typeof MAP_HEALTHS)[number];

/** One CI or service of a map, or several folded into one. */
export interface MapNode {
  /** Tells nodes apart and orders those of one name; not shown. */
  key: string;
  name: string;
  /** Canonical. */
  type: string;
  health: MapHealth;
  /** Steps from what the map is about: negative for what needs it, positive for what it needs. */
  layer: number;
  /** What the map is about. */
  isSubject: boolean;
  /** How many CIs it stands for; 1 but for a folded group. */
  count: number;
}

/** A relationship as the map shows it, between places of the list of nodes. */
export interface MapLink {
  /** The one that needs the other: it stands further left, unless a cycle leaves no room for that. */
  from: number;
  to: number;
  /** Types and roles. */
  label: string;
  /** Which end the relationship points at. */
  arrow: "to" | "from" | "both";
  /** Observed or optional: drawn broken. */
  isWeak: boolean;
}

export interface DependencyMap {
  title: string;
  nodes: readonly MapNode[];
  links: readonly MapLink[];
  /** Links beyond the most that are drawn. */
  linksLeftOut: number;
  /** Whether more lies beyond what was looked at. */
  isTruncated: boolean;
}

/** Nodes of a picture, folded groups included, and links between them. */
export const MAX_NODES = 500;
export const MAX_LINKS = 1_500;
