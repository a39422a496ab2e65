import { identifierKey } from "../../model/identifiers.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { HostNames } from "./event.model.ts";
import { type CandidateRow, type CiStatusRow, eventsGraph } from "./events.graph.store.ts";
import {
  CERTAIN_SCORE,
  type Choice,
  chooseCi,
  decisiveFqdn,
  type HostKey,
  hostKeysOf,
  identifiersOfKeys,
  nameIdentifiersOfKeys,
} from "./host-binding.ts";

/** How an event refers to its CIs: by ids, or by the names of a host. */
export interface CiReference extends HostNames {
  affectedCis: readonly string[];
}

export interface ResolvedReference {
  /** CIs of the event; undefined if it names none and its host is unknown. */
  ciIds: string[] | undefined;
  /** Indexes in `affectedCis` of ids that no CI has. */
  unknownIndexes: number[];
}

export interface ResolvedReferences {
  references: ResolvedReference[];
  /** Status and version of the CIs that were found. */
  ciStatuses: CiStatusRow[];
}

/** Finds the CIs of several events in at most three round trips, usually one. Results are in the order of the input. */
export type FindCis = (tenantId: string, references: readonly CiReference[]) => Promise<ResolvedReferences>;

export function createFindCis({ graph }: { graph: Graph }): FindCis {
  return async (tenantId, references) => {
    const named = [...new Set(references.flatMap(({ affectedCis }) => affectedCis))].sort();
    const [known, choices] = await Promise.all([
      eventsGraph.known(graph, tenantId, named),
      findHosts(
        graph,
        tenantId,
        references.map((reference) => (reference.affectedCis.length > 0 ? [] : hostKeysOf(reference))),
      ),
    ]);
    const statuses = new Map<string, CiStatusRow>(known.map((ci) => [ci.id, ci]));
    const resolved = references.map((reference, i): ResolvedReference => {
      if (reference.affectedCis.length > 0) {
        const unknownIndexes = reference.affectedCis.flatMap((id, i) => (statuses.has(id) ? [] : [i]));
        return { ciIds: [...new Set(reference.affectedCis)], unknownIndexes };
      }
      const chosen = choices[i];
      if (chosen) statuses.set(chosen.id, { id: chosen.id, status: chosen.status, version: chosen.version });
      return { ciIds: chosen && [chosen.id], unknownIndexes: [] };
    });
    return { references: resolved, ciStatuses: [...statuses.values()] };
  };
}

/** Finds hosts by decisive full names first, and the others by all their host keys. */
async function findHosts(
  graph: Graph,
  tenantId: string,
  hosts: readonly (readonly HostKey[])[],
): Promise<(CiStatusRow | undefined)[]> {
  const decisive = hosts.map(decisiveFqdn);
  const names = [...new Set(decisive.filter((name) => name !== undefined))].sort();
  const byName = await eventsGraph.byFullName(graph, tenantId, names);
  const byDecisiveName = decisive.map((name) => (name === undefined ? undefined : byName.get(name)));
  const open = hosts.filter((_, i) => !byDecisiveName[i]);
  if (open.every((keys) => keys.length === 0)) return byDecisiveName;
  const chosen = (await scoreHosts(graph, tenantId, open)).values();
  return byDecisiveName.map((ci) => ci ?? chosen.next().value?.row);
}

/** Finds hosts by names and addresses; for hosts without a certain result also by the names of CIs made by hand. */
async function scoreHosts(
  graph: Graph,
  tenantId: string,
  hosts: readonly (readonly HostKey[])[],
): Promise<(Choice | undefined)[]> {
  const rows = await eventsGraph.candidates(graph, tenantId, identifiersOfKeys(hosts.flat()));
  const chosen = chooseEach(hosts, rows);
  const isCertain = (i: number) => hosts[i]?.length === 0 || (chosen[i]?.score ?? 0) >= CERTAIN_SCORE;
  const open = hosts.filter((_, i) => !isCertain(i));
  const more = await eventsGraph.candidates(graph, tenantId, nameIdentifiersOfKeys(open.flat()));
  if (more.length === 0) return chosen;
  const again = chooseEach(hosts, [...rows, ...more]);
  return chosen.map((choice, i) => (isCertain(i) ? choice : again[i]));
}

function chooseEach(hosts: readonly (readonly HostKey[])[], rows: readonly CandidateRow[]): (Choice | undefined)[] {
  const byIdentifier = groupByIdentifier(rows);
  return hosts.map((keys) => chooseCi(keys, (identifier) => byIdentifier.get(identifierKey(identifier)) ?? []));
}

function groupByIdentifier(rows: readonly CandidateRow[]): Map<string, CandidateRow[]> {
  const groups = new Map<string, CandidateRow[]>();
  for (const row of rows) {
    const key = `${row.kind}:${row.value}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
