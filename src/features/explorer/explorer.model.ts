import type { CiStatus } from "../../model/ci-types.ts";
import type { FailureDirection } from "../../model/relationships.ts";
import type { MapHealth } from "../maps/index.ts";

/** `upstream`: what a CI needs; `downstream`: what needs it. Of types without failures, upstream follows the arrow. */
export const GRAPH_DIRECTIONS = ["both", "upstream", "downstream"] as const;
export type GraphDirection = (typeof GRAPH_DIRECTIONS)[number];

/** Most CIs where a graph starts; as many as a saved map has. */
export const MAX_ROOTS = 200;
/** Most steps from a root, and the default. */
export const MAX_GRAPH_DEPTH = 6;
export const DEFAULT_GRAPH_DEPTH = 2;
/** Most nodes of a graph, and the default. */
export const MAX_GRAPH_NODES = 5_000;
export const DEFAULT_GRAPH_NODES = 500;
/** Most neighbours that are counted of one node. */
export const MOST_HIDDEN = 1_000;

export const MAX_PATH_HOPS = 10;
export const DEFAULT_PATH_HOPS = 8;
export const MAX_PATHS = 5;

/** A CI where another one is. */
export interface Place {
  /** Null for a place that only the CI's attributes name. */
  id: string | null;
  name: string;
  type: string | null;
}

export interface GraphNode {
  id: string;
  name: string;
  /** Canonical. */
  type: string;
  status: CiStatus;
  health: MapHealth;
  /** Business services that it is part of. */
  services: { id: string; name: string }[];
  /** From the innermost place outwards. */
  location: Place[];
  /** Steps from the nearest root; 0 for a root. */
  hop: number;
  /** Neighbours that a graph from this CI would show and this one lacks; at most `MOST_HIDDEN`. */
  hiddenNeighbours: number;
}

export interface GraphLink {
  id: string;
  /** As callers see it. */
  type: string;
  source: string;
  target: string;
  failure: FailureDirection;
  /** Observed, not declared. */
  observed: boolean;
  /** The dependent works without. */
  optional: boolean;
  criticality: string | null;
  redundancyGroup: string | null;
  confidence: number | null;
  discoveredBy: string | null;
}

export interface CiGraph {
  /** Roots first, then nearest first; at equal distance by id. */
  nodes: GraphNode[];
  /** All relationships among the nodes, by id. */
  links: GraphLink[];
}
