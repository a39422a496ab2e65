import type { BriefRelationshipSnapshot } from "./changes.ts";

/**
 * Relationship types: their spelling in the API, their type in the graph, and the direction in which a failure propagates.
 *
 *   target_to_source   the source depends on the target, so a failure of the target reaches the source
 *   source_to_target   the target depends on the source (a component of a business service)
 *   both, none         both directions, or neither
 */
export type FailureDirection = "none" | "source_to_target" | "target_to_source" | "both";

export interface RelationshipType {
  /** The spelling in requests and responses. */
  spelling: string;
  /** The native type in the graph. */
  graphType: GraphRelationshipType;
  failure: FailureDirection;
  /** Observed, not declared: counts half in the confidence of an impact path. */
  observed?: true;
}

/** The types of every tenant, one line each. Types of a tenant's own share the graph type RELATED, distinguished by `kind`. */
const BUILT_IN = [
  { spelling: "depends_on", graphType: "DEPENDS_ON", failure: "target_to_source" },
  { spelling: "runs_on", graphType: "RUNS_ON", failure: "target_to_source" },
  { spelling: "Installed On", graphType: "INSTALLED_ON", failure: "target_to_source" },
  { spelling: "Connected To", graphType: "CONNECTED_TO", failure: "target_to_source", observed: true },
  { spelling: "Instance Of", graphType: "INSTANCE_OF", failure: "none" },
  { spelling: "Member Of", graphType: "MEMBER_OF", failure: "none" },
  { spelling: "part_of", graphType: "PART_OF", failure: "source_to_target" },
  { spelling: "hosted_by", graphType: "HOSTED_BY", failure: "target_to_source" },
  { spelling: "uses", graphType: "USES", failure: "target_to_source" },
  { spelling: "routes_through", graphType: "ROUTES_THROUGH", failure: "target_to_source" },
  { spelling: "communicates_with", graphType: "COMMUNICATES_WITH", failure: "both", observed: true },
  { spelling: "managed_by", graphType: "MANAGED_BY", failure: "none" },
  { spelling: "owned_by", graphType: "OWNED_BY", failure: "none" },
  { spelling: "located_in", graphType: "LOCATED_IN", failure: "none" },
] as const;

export type GraphRelationshipType = (typeof BUILT_IN)[number]["graphType"] | "RELATED";

export const BUILT_IN_TYPES: readonly RelationshipType[] = BUILT_IN;

/** Every native type of a relationship between CIs; each has its constraint and its indexes in `cypher/schema`. */
export const GRAPH_RELATIONSHIP_TYPES: readonly GraphRelationshipType[] = [
  ...BUILT_IN.map(({ graphType }) => graphType),
  "RELATED",
];

const typesByFailure = (...directions: FailureDirection[]) =>
  BUILT_IN_TYPES.filter(({ failure }) => directions.includes(failure)).map(({ graphType }) => graphType);

/**
 * Sets of graph types, by the names that Cypher files use (`platform/graph/expand.ts`). A new built-in type joins them by
 * its entry in `BUILT_IN_TYPES`. RELATED represents the types of tenants' own: a query on a set with it tests `kind`.
 */
export const RELATIONSHIP_TYPE_SETS = {
  allTypes: GRAPH_RELATIONSHIP_TYPES,
  /** A failure propagates along them, in at least one direction. */
  failureTypes: [...typesByFailure("target_to_source", "source_to_target", "both"), "RELATED"],
  /** The source depends on the target. */
  sourceNeedsTarget: typesByFailure("target_to_source", "both"),
  sourceNeedsTargetOnly: typesByFailure("target_to_source"),
  /** The target depends on the source. */
  targetNeedsSource: typesByFailure("source_to_target", "both"),
  targetNeedsSourceOnly: typesByFailure("source_to_target"),
  eachNeedsOther: typesByFailure("both"),
  /** Declared, not observed; a failure propagates along them. */
  declaredFailureTypes: [
    ...BUILT_IN_TYPES.filter(({ failure, observed }) => failure !== "none" && !observed).map(
      ({ graphType }) => graphType,
    ),
    "RELATED",
  ],
  /** Declared dependencies of the source on the target. Without INSTALLED_ON: hundreds of software instances on a server would hide the others. */
  declaredNeeds: BUILT_IN_TYPES.filter(
    ({ failure, observed, graphType }) => failure === "target_to_source" && !observed && graphType !== "INSTALLED_ON",
  ).map(({ graphType }) => graphType),
  /** The source is a part of what runs on the target. */
  hostingTypes: BUILT_IN_TYPES.filter(({ graphType }) => graphType === "RUNS_ON" || graphType === "HOSTED_BY").map(
    ({ graphType }) => graphType,
  ),
  /** The source is, or runs, at the place of the target. */
  placeTypes: ["LOCATED_IN", "RUNS_ON", "HOSTED_BY", "INSTALLED_ON"],
  /** May carry process names of their ends: all but the types that the software pipeline creates. */
  processTypes: GRAPH_RELATIONSHIP_TYPES.filter(
    (type) => type !== "INSTALLED_ON" && type !== "INSTANCE_OF" && type !== "MEMBER_OF",
  ),
} as const satisfies Record<string, readonly GraphRelationshipType[]>;

export type RelationshipTypeSet = keyof typeof RELATIONSHIP_TYPE_SETS;

export function isTypeSet(name: string): name is RelationshipTypeSet {
  return Object.hasOwn(RELATIONSHIP_TYPE_SETS, name);
}

/** A type's comparison key: upper snake case, with blanks, `-` and `_` alike: `Installed On` -> `INSTALLED_ON`. */
export function typeKey(spelling: string): string {
  return spelling
    .trim()
    .replace(/[\s_-]+/g, "_")
    .toUpperCase();
}

const BY_KEY = new Map(BUILT_IN_TYPES.map((type) => [typeKey(type.spelling), type]));
const BY_GRAPH_TYPE = new Map<string, RelationshipType>(BUILT_IN_TYPES.map((type) => [type.graphType, type]));

export function builtInType(spelling: string): RelationshipType | undefined {
  return BY_KEY.get(typeKey(spelling));
}

export function builtInTypeByGraphType(graphType: string): RelationshipType | undefined {
  return BY_GRAPH_TYPE.get(graphType);
}

/** The public spelling. @param spelling of a type of the tenant's own; null for a built-in type */
export function displayType(graphType: string, spelling: string | null): string {
  return spelling ?? builtInTypeByGraphType(graphType)?.spelling ?? graphType;
}

/** The members of a relationship that every change needs, as queries return them. */
export interface BriefRelationship {
  id: string;
  graphType: GraphRelationshipType;
  /** Of a type of the tenant's own. */
  spelling?: string | null;
  source: string;
  target: string;
  /** As JSON text. */
  attributes?: string | null;
}

/** The snapshot that every relationship change carries; changes of a single relationship add further members. */
export function briefSnapshot(relationship: BriefRelationship): BriefRelationshipSnapshot {
  const { id, graphType, spelling = null, source, target, attributes } = relationship;
  return {
    id,
    type: displayType(graphType, spelling),
    source_ci: source,
    target_ci: target,
    attributes: JSON.parse(attributes ?? "{}") as unknown,
  };
}

/** 1 to 40 letters, digits, blanks, `_` and `-`, with a letter or digit: only these distinguish types. */
export function isTypeName(name: string): boolean {
  return /^[A-Za-z0-9 _-]{1,40}$/.test(name) && /[A-Za-z0-9]/.test(name);
}

/** "ai" as the first word, in any case; in camel case, too, a capital begins a word. */
const AI_FIRST = /^\s*(?:[aA][iI](?![\p{L}\p{N}])|ai\p{Lu}\p{Ll})/u;

/**
 * Whether `discoveredBy` names a model: `ai`, `AI Agent`, `ai-enhanced`, `ai:model`, `aiModel`; not `aix scanner`. The graph
 * keeps the answer as `aiFound`, so that every query asks the same rule.
 */
export function isDiscoveredByAi(discoveredBy: string | null | undefined): boolean {
  return discoveredBy !== null && discoveredBy !== undefined && AI_FIRST.test(discoveredBy);
}
