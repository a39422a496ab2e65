import { BUILT_IN_TYPES, type FailureDirection, isDiscoveredByAi } from "../../../src/model/relationships.ts";

/** A graph as a test says it. */
export interface SmallGraph {
  cis: { id: string; type: string; status: "active" | "inactive" | "maintenance" }[];
  relationships: SmallRelationship[];
  /** Failure direction of the tenant's own kinds. */
  ownKinds: Record<string, FailureDirection>;
}

export interface SmallRelationship {
  id: string;
  /** A graph type, or a kind of the tenant's own. */
  kind: string;
  source: string;
  target: string;
  confidence: number | null;
  redundancyGroup: string | null;
  criticality: string | null;
  discoveredBy: string | null;
}

export interface Question {
  start: string;
  direction: "downstream" | "upstream";
  depth: number;
  includeAi: boolean;
  includeOptional: boolean;
  includeSoftware: boolean;
  limit: number;
}

export interface Expected {
  affected: {
    id: string;
    distance: number;
    path: string[];
    confidence: number;
    required: boolean;
    redundancy: string;
  }[];
  truncated: boolean;
}

interface Step {
  from: string;
  to: string;
  confidence: number;
  group: string | null;
  optional: boolean;
}

/** Impact by the plainest means there are: every shortest path is listed, and failures spread until nothing changes. */
export function expectedImpact(graph: SmallGraph, question: Question): Expected {
  const { start, direction, depth, includeSoftware, limit } = question;
  const upstream = direction === "upstream";
  const steps = stepsOf(graph, question.includeAi);
  const present = new Set(graph.cis.filter(({ status }) => status !== "inactive").map(({ id }) => id));
  const nextIn = (among: Step[]) => (id: string) =>
    among.flatMap((step) => {
      const [from, to] = upstream ? [step.to, step.from] : [step.from, step.to];
      return from === id && to !== id && present.has(to) ? [{ to, confidence: step.confidence }] : [];
    });
  const needed = nextIn(steps.filter(({ optional }) => !optional));
  const next = question.includeOptional ? nextIn(steps) : needed;
  const certain = shortestPathsFrom(start, needed);
  const paths = shortestPathsFrom(start, next);
  const typeOf = new Map(graph.cis.map(({ id, type }) => [id, type]));
  const listed = [...paths]
    .filter(([id]) => id !== start)
    // What is needed has somebody who needs it.
    .filter(
      ([id]) => upstream || includeSoftware || typeOf.get(id) !== "software_instance" || nextIn(steps)(id).length > 0,
    )
    .sort(([a, [x]], [b, [y]]) => x!.length - y!.length || (a < b ? -1 : 1));
  const shown = listed.filter(([, [path]]) => path!.length - 1 <= depth).slice(0, limit);
  const inside = new Set([start, ...shown.map(([id]) => id)]);
  const redundancyAmong = (among: Step[]) => redundancyOf(graph, among, inside, start, upstream);
  // Among the CIs shown: a limit cuts paths off.
  const certainAmongShown = shortestPathsFrom(start, (id) => needed(id).filter(({ to }) => inside.has(to)));
  const keyOf = ({ to, group }: Step) => `${to} ${group}`;
  const held = new Set(steps.filter(({ optional, group }) => !optional && group !== null).map(keyOf));
  const redundancy = {
    certain: redundancyAmong(steps.filter((step) => !step.optional || (step.group !== null && held.has(keyOf(step))))),
    any: redundancyAmong(steps),
  };
  const affected = shown.map(([id, all]) => {
    const path = all.toSorted((a, b) => (a.join(" ") < b.join(" ") ? -1 : 1))[0]!;
    let confidence = 1;
    for (const [i, at] of path.slice(1).entries()) {
      confidence *= Math.max(...next(path[i]!).flatMap((each) => (each.to === at ? [each.confidence] : [])));
    }
    const reaches = (found: Map<string, string[][]>) => (found.get(id)?.[0]?.length ?? Infinity) - 1 <= depth;
    const required = reaches(certain);
    const shownRedundancy = (reaches(certainAmongShown) ? redundancy.certain : redundancy.any)(id);
    return { id, distance: path.length - 1, path, confidence, required, redundancy: shownRedundancy };
  });
  return { affected, truncated: shown.length < listed.length };
}

function stepsOf({ relationships, ownKinds }: SmallGraph, includeAi: boolean): Step[] {
  return relationships.flatMap((each) => {
    if (!includeAi && isDiscoveredByAi(each.discoveredBy)) return [];
    const builtIn = BUILT_IN_TYPES.find(({ graphType }) => graphType === each.kind);
    const failure = builtIn?.failure ?? ownKinds[each.kind] ?? "none";
    const halved = each.kind === "CONNECTED_TO" || each.kind === "COMMUNICATES_WITH";
    const rest = {
      confidence: (each.confidence ?? 1) * (halved ? 0.5 : 1),
      group: each.redundancyGroup,
      optional: each.criticality?.toLowerCase() === "optional",
    };
    const { source, target } = each;
    return [
      ...(failure === "target_to_source" || failure === "both" ? [{ from: target, to: source, ...rest }] : []),
      ...(failure === "source_to_target" || failure === "both" ? [{ from: source, to: target, ...rest }] : []),
    ];
  });
}

/** All shortest paths to each CI. */
function shortestPathsFrom(start: string, next: (id: string) => { to: string }[]): Map<string, string[][]> {
  const paths = new Map([[start, [[start]]]]);
  for (let level = [start]; level.length > 0; ) {
    const found = new Map<string, string[][]>();
    for (const id of level) {
      for (const to of new Set(next(id).map((each) => each.to))) {
        if (paths.has(to)) continue;
        const longer = paths.get(id)!.map((path) => [...path, to]);
        found.set(to, [...(found.get(to) ?? []), ...longer]);
      }
    }
    for (const [id, all] of found) paths.set(id, all);
    level = [...found.keys()];
  }
  return paths;
}

function redundancyOf(graph: SmallGraph, steps: Step[], inside: Set<string>, start: string, upstream: boolean) {
  const active = new Set(graph.cis.filter(({ status }) => status === "active").map(({ id }) => id));
  const present = new Set(
    graph.cis
      .filter(({ status }) => status !== "inactive")
      .map(({ id }) => id)
      .concat(start),
  );
  const needs = steps.filter(({ from, to }) => from !== to && present.has(from) && inside.has(to));
  const isLost = (of: string, group: string, failing: Set<string>) => {
    const providers = needs.filter((step) => step.to === of && step.group === group).map(({ from }) => from);
    return (
      providers.some((each) => failing.has(each)) && !providers.some((each) => active.has(each) && !failing.has(each))
    );
  };
  const fallingWith = (first: string): Set<string> => {
    const failing = new Set([first]);
    for (let before = 0; before < failing.size; ) {
      before = failing.size;
      for (const { from, to, group } of needs) {
        if (group === null ? failing.has(from) : isLost(to, group, failing)) failing.add(to);
      }
    }
    return failing;
  };
  return (id: string): string => {
    const failing = fallingWith(upstream ? id : start);
    if (!failing.has(upstream ? start : id)) return "covered";
    const mine = needs.filter((step) => step.group !== null && (upstream ? step.from : step.to) === id);
    return mine.some((step) => isLost(step.to, step.group!, failing)) ? "lost" : "none";
  };
}
