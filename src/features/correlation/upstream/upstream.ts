import { mustGet } from "../../../model/must-get.ts";
import {
  builtInTypeByGraphType,
  displayType,
  type GraphRelationshipType,
  RELATIONSHIP_TYPE_SETS,
} from "../../../model/relationships.ts";
import { isOptional } from "../../reach/index.ts";
import type { FailureCi, FailureEdge } from "../causes/failure-graph.ts";
import { MAX_CIS } from "./walk-dependencies.ts";

/** A relationship as the statement returns it. */
export type NeedRow = [
  needed: string,
  type: GraphRelationshipType,
  spelling: string | null,
  outgoing: boolean,
  group: string | null,
  criticality: string | null,
];

/** A CI with its direct dependencies; `declared` and `observed` count its direct dependents in the whole graph. */
export interface CiRow {
  id: string;
  name: string;
  type: string;
  status: string;
  declared: number;
  observed: number;
  needs: NeedRow[];
}

/** The failure graph upstream of CIs with alarms, with the status of each CI. */
export interface Upstream {
  cis: Map<string, FailureCi & { status: string }>;
  edges: FailureEdge[];
  /** More lies upstream than was read, or may do. */
  isTruncated: boolean;
}

/** Most relationships that one answer considers. */
const MAX_RELATIONSHIPS = 10_000;

/** The failure graph of these CIs: the relationships between them, and how many dependents each has outside. */
export function upstreamOf(rows: readonly CiRow[]): Upstream {
  const known = new Set(rows.map(({ id }) => id));
  const edges: FailureEdge[] = [];
  for (const { id, needs } of rows) {
    for (const need of needs) if (known.has(need[0]) && edges.length < MAX_RELATIONSHIPS) edges.push(edgeOf(id, need));
  }
  const counted = new Map(rows.map(({ id, declared, observed }) => [id, { declared, observed }]));
  const silentDependents = silentDependentsOf(counted, edges);
  const cis = new Map(
    rows.map(({ id, name, type, status }) => [
      id,
      { id, name, type, status, silentDependents: mustGet(silentDependents, id) },
    ]),
  );
  return { cis, edges, isTruncated: rows.length >= MAX_CIS || edges.length >= MAX_RELATIONSHIPS };
}

function edgeOf(dependent: string, row: NeedRow): FailureEdge {
  const [needed, type, spelling, outgoing, group, criticality] = row;
  return {
    needed,
    dependent,
    type: displayType(type, spelling),
    outgoing,
    observed: builtInTypeByGraphType(type)?.observed === true,
    optional: isOptional({ criticality }),
    group,
  };
}

/** Declared types whose number the statement counts per CI. */
const COUNTED_DECLARED = new Set(RELATIONSHIP_TYPE_SETS.declaredNeeds.map((type) => displayType(type, null)));

/** By CI how many of its direct dependents are not in the failure graph. */
function silentDependentsOf(
  counted: ReadonlyMap<string, { declared: number; observed: number }>,
  edges: readonly FailureEdge[],
): Map<string, { declared: number; observed: number }> {
  const silent = new Map([...counted].map(([id, counts]) => [id, { ...counts }]));
  for (const { needed, type } of edges) {
    const counts = silent.get(needed);
    if (!counts) continue;
    if (COUNTED_DECLARED.has(type)) counts.declared = Math.max(0, counts.declared - 1);
    else if (type === "Connected To") counts.observed = Math.max(0, counts.observed - 1);
  }
  return silent;
}
