import { mustGet } from "../../../model/must-get.ts";
import {
  builtInTypeByGraphType,
  displayType,
  type GraphRelationshipType,
  RELATIONSHIP_TYPE_SETS,
} from "../../../model/relationships.ts";
import type { FailureCi, FailureEdge } from "../causes/failure-graph.ts";

/** A relationship as the graph tells it: needed, graphType, spelling, outgoing, redundancyGroup, criticality. */
export type Need = [
  needed: string,
  type: GraphRelationshipType,
  spelling: string | null,
  outgoing: boolean,
  group: string | null,
  criticality: string | null,
];

/** A CI with what it needs directly, and how many need it as the store counts them. */
export interface Needy {
  id: string;
  name: string;
  type: string;
  status: string;
  declared: number;
  observed: number;
  needs: Need[];
}

/** What alarms and what it needs, with how each CI stands. */
export interface Upstream {
  cis: Map<string, FailureCi & { status: string }>;
  edges: FailureEdge[];
}

/** Relationships that one answer takes into account. */
const MOST_RELATIONSHIPS = 10_000;

/** The relationships between these CIs. */
export function upstreamOf(rows: readonly Needy[]): Upstream {
  const known = new Set(rows.map(({ id }) => id));
  const edges: FailureEdge[] = [];
  for (const { id, needs } of rows) {
    for (const need of needs) if (known.has(need[0]) && edges.length < MOST_RELATIONSHIPS) edges.push(edgeOf(id, need));
  }
  const counted = new Map(rows.map(({ id, declared, observed }) => [id, { declared, observed }]));
  const quiet = quietOf(counted, edges);
  const cis = new Map(
    rows.map(({ id, name, type, status }) => [id, { id, name, type, status, quiet: mustGet(quiet, id) }]),
  );
  return { cis, edges };
}

function edgeOf(dependent: string, row: Need): FailureEdge {
  const [needed, type, spelling, outgoing, group, criticality] = row;
  return {
    needed,
    dependent,
    type: displayType(type, spelling),
    outgoing,
    observed: builtInTypeByGraphType(type)?.observed === true,
    optional: criticality?.toLowerCase() === "optional",
    group,
  };
}

/** Types whose number at a CI the store is asked for. */
const COUNTED_DECLARED = new Set(RELATIONSHIP_TYPE_SETS.declaredNeeds.map((type) => displayType(type, null)));

/** Of what needs each CI, as the store counts it, those that are not in the graph. */
function quietOf(
  counted: ReadonlyMap<string, { declared: number; observed: number }>,
  edges: readonly FailureEdge[],
): Map<string, { declared: number; observed: number }> {
  const quiet = new Map([...counted].map(([id, counts]) => [id, { ...counts }]));
  for (const { needed, type } of edges) {
    const counts = quiet.get(needed);
    if (!counts) continue;
    if (COUNTED_DECLARED.has(type)) counts.declared = Math.max(0, counts.declared - 1);
    else if (type === "Connected To") counts.observed = Math.max(0, counts.observed - 1);
  }
  return quiet;
}
