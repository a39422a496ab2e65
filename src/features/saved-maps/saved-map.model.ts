import type { ShownHealth } from "../../model/palette.ts";

/** Which way the map goes from its roots: what they need, what needs them, or both. */
export const MAP_DIRECTIONS = ["upstream", "downstream", "either"] as const;
export type MapDirection = (typeof MAP_DIRECTIONS)[number];

/** What a map shows and where, as the map explorer left it. */
export interface MapContent {
  /** Ids of the CIs where it begins. */
  roots: readonly string[];
  depth: number;
  direction: MapDirection;
  /** Types (canonical) and statuses that are shown; all where the list is empty. */
  filters: { types: readonly string[]; statuses: readonly string[] };
  /** Field by which CIs are nested. */
  groupBy: string | null;
  view: MapView;
  /** By CI id. */
  positions: Readonly<Record<string, Position>>;
}

/** What else the reader had set. Ids may be of CIs that were deleted meanwhile. */
export interface MapView {
  /** Healths that are shown; all where the list is empty. */
  healths: readonly ShownHealth[];
  /** Ids of CIs whose neighbours are shown beyond the depth, and of those behind which nothing is shown. */
  expanded: readonly string[];
  folded: readonly string[];
  includeSoftware: boolean;
  /** Most CIs; null for as many as the explorer shows by itself. */
  limit: number | null;
  /** Null where it was not kept: all is shown. */
  viewport: Viewport | null;
}

/** Point of the map in the middle of the window, and how many pixels of the screen one of the map takes. */
export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

export const PLAIN_VIEW: MapView = {
  healths: [],
  expanded: [],
  folded: [],
  includeSoftware: false,
  limit: null,
  viewport: null,
};

export type Position = readonly [x: number, y: number];

export interface SavedMap extends MapContent {
  id: string;
  /** The user behind whoever saved it, see `ownerOf`. */
  owner: string;
  name: string;
  /** Whether every user of the tenant reads it. */
  shared: boolean;
  /** By id, the names of its CIs when they were saved. */
  names: Readonly<Record<string, string>>;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
}

/** A map in lists: without its CIs. */
export type ListedMap = Omit<SavedMap, "roots" | "positions" | "names"> & { rootCount: number; positionCount: number };

/** A map without the CIs that were deleted meanwhile, which `missing` names as they were called. */
export interface ShownMap {
  map: SavedMap;
  missing: { id: string; name: string }[];
}

/** `coordinate`: the most in any direction, in pixels. */
export const SAVED_MAP_LIMITS = {
  name: 255,
  roots: 200,
  depth: 10,
  types: 100,
  opened: 200,
  nodes: 5_000,
  groupBy: 128,
  positions: 5_000,
  coordinate: 10_000_000,
  zoom: { least: 0.001, most: 1_000 },
  perOwner: 1_000,
} as const;

/** Every CI that the map names, each once. */
export function cisOf({ roots, positions }: Pick<MapContent, "roots" | "positions">): string[] {
  return [...new Set([...roots, ...Object.keys(positions)])];
}

/** @param living ids of the CIs that are there */
export function shownMap(map: SavedMap, living: ReadonlySet<string>): ShownMap {
  const missing = cisOf(map).filter((id) => !living.has(id));
  return {
    map: { ...map, roots: map.roots.filter((id) => living.has(id)), positions: onlyOf(map.positions, living) },
    missing: missing.map((id) => ({ id, name: map.names[id] ?? "" })),
  };
}

/** The entries of these ids. */
export function onlyOf<T>(byId: Readonly<Record<string, T>>, ids: { has(id: string): boolean }): Record<string, T> {
  return Object.fromEntries(Object.entries(byId).filter(([id]) => ids.has(id)));
}
