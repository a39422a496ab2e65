import type { BriefRelationshipSnapshot } from "./changes.ts";

/**
 * Relationship types: how the API spells them, how the graph names them, and which way a failure travels.
 *
 *   target_to_source   the source needs the target, so a failure of the target reaches the source
 *   source_to_target   the target needs the source (a component of a business service)
 *   both, none         as they say
 */
export type FailureDirection = "none" | "source_to_target" | "target_to_source" | "both";

export interface RelationshipType {
  /** As clients write it and as it comes back. */
  spelling: string;
  /** The native type in the graph. */
  graphType: GraphRelationshipType;
  failure: FailureDirection;
  /** Observed, not declared: counts half in the confidence of an impact path. */
  observed?: true;
}

/** The types that every tenant has, one line each. All others share the graph type RELATED and are told apart by `kind`. */
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
 * Sets of graph types, by the names that Cypher files know them under (`platform/graph/expand.ts`). A new built-in type
 * joins them by its entry in `BUILT_IN_TYPES`. RELATED stands for the types of tenants' own: where a set holds it, the
 * query itself tests `kind`.
 */
export const RELATIONSHIP_TYPE_SETS = {
  allTypes: GRAPH_RELATIONSHIP_TYPES,
  /** A failure travels on them, one way or the other. */
  failureTypes: [...typesByFailure("target_to_source", "source_to_target", "both"), "RELATED"],
  /** The source needs the target. */
  sourceNeedsTarget: typesByFailure("target_to_source", "both"),
  sourceNeedsTargetOnly: typesByFailure("target_to_source"),
  /** The target needs the source. */
  targetNeedsSource: typesByFailure("source_to_target", "both"),
  targetNeedsSourceOnly: typesByFailure("source_to_target"),
  eachNeedsOther: typesByFailure("both"),
  /** The source is said to need the target. A server is needed by hundreds of software instances: they would drown the others. */
  declaredNeeds: BUILT_IN_TYPES.filter(
    ({ failure, observed, graphType }) => failure === "target_to_source" && !observed && graphType !== "INSTALLED_ON",
  ).map(({ graphType }) => graphType),
  /** They may name the processes of their ends: all but those that the software pipeline makes. */
  processTypes: GRAPH_RELATIONSHIP_TYPES.filter(
    (type) => type !== "INSTALLED_ON" && type !== "INSTANCE_OF" && type !== "MEMBER_OF",
  ),
} as const satisfies Record<string, readonly GraphRelationshipType[]>;

export type RelationshipTypeSet = keyof typeof RELATIONSHIP_TYPE_SETS;

export function isTypeSet(name: string): name is RelationshipTypeSet {
  return Object.hasOwn(RELATIONSHIP_TYPE_SETS, name);
}

/** A type's name without regard to case, blanks, `-` and `_`, as upper snake: `Installed On` -> `INSTALLED_ON`. */
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

/** The spelling that callers see. `spelling` is that of a type of the tenant's own. */
export function displayType(graphType: string, spelling: string | null): string {
  return spelling ?? builtInTypeByGraphType(graphType)?.spelling ?? graphType;
}

/** A relationship as a query answers it that reads no more than a change of it needs. */
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

/**
 * What all changes of relationships have in common, whoever makes them: those of single relationships add what they know
 * besides.
 */
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

/** Letters, digits, blank, `_` and `-`, 1 to 40 of them, not signs alone: only letters and digits tell types apart. */
export function isTypeName(name: string): boolean {
  return /^[A-Za-z0-9 _-]{1,40}$/.test(name) && /[A-Za-z0-9]/.test(name);
}

/** Whether the marker names a model as the finder: `ai`, `ai:...`, `ai-...`, `ai_...`. */
export function isDiscoveredByAi(discoveredBy: string | null | undefined): boolean {
  return discoveredBy !== null && discoveredBy !== undefined && /^ai(?:$|[:_-])/.test(discoveredBy);
}
