import { identifierKey } from "../../model/identifiers.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { HostNames } from "./event.model.ts";
import { type CandidateRow, type CiStanding, eventsGraph } from "./events.graph.store.ts";
import {
  CERTAIN,
  type Choice,
  chooseCi,
  decisiveName,
  identifiersOfWaits,
  nameIdentifiersOfWaits,
  type Wait,
  waitsOf,
} from "./host-binding.ts";

/** What an event says of where it belongs: CIs by their ids, or a host by its names. */
export interface Place extends HostNames {
  affectedCis: readonly string[];
}

export interface FoundPlace {
  /** CIs that the event belongs to; undefined where it names none and its host is not known. */
  ciIds: string[] | undefined;
  /** Ids that it names and that no CI has, by their place in the list. */
  unknown: number[];
}

export interface FoundPlaces {
  places: FoundPlace[];
  /** How the CIs stand that were found. */
  standings: CiStanding[];
}

/** Finds the CIs of several events in at most three round trips, most often in one. The order of the answers is that of the places. */
export type FindCis = (tenantId: string, places: readonly Place[]) => Promise<FoundPlaces>;

export function createFindCis({ graph }: { graph: Graph }): FindCis {
  return async (tenantId, places) => {
    const named = [...new Set(places.flatMap(({ affectedCis }) => affectedCis))].sort();
    const [known, choices] = await Promise.all([
      eventsGraph.known(graph, tenantId, named),
      chooseHosts(
        graph,
        tenantId,
        places.map((place) => (place.affectedCis.length > 0 ? [] : waitsOf(place))),
      ),
    ]);
    const standings = new Map<string, CiStanding>(known.map((ci) => [ci.id, ci]));
    const found = places.map((place, i): FoundPlace => {
      if (place.affectedCis.length > 0) {
        const unknown = place.affectedCis.flatMap((id, at) => (standings.has(id) ? [] : [at]));
        return { ciIds: [...new Set(place.affectedCis)], unknown };
      }
      const chosen = choices[i];
      if (chosen) standings.set(chosen.id, { id: chosen.id, status: chosen.status, version: chosen.version });
      return { ciIds: chosen && [chosen.id], unknown: [] };
    });
    return { places: found, standings: [...standings.values()] };
  };
}

/** Looks by full names that settle the matter, and for the others by all that they are known by. */
async function chooseHosts(
  graph: Graph,
  tenantId: string,
  hosts: readonly (readonly Wait[])[],
): Promise<(CiStanding | undefined)[]> {
  const decisive = hosts.map(decisiveName);
  const names = [...new Set(decisive.filter((name) => name !== undefined))].sort();
  const byName = await eventsGraph.byFullName(graph, tenantId, names);
  const settled = decisive.map((name) => (name === undefined ? undefined : byName.get(name)));
  const open = hosts.filter((_, i) => !settled[i]);
  if (open.every((waits) => waits.length === 0)) return settled;
  const chosen = (await weighHosts(graph, tenantId, open)).values();
  return settled.map((standing) => standing ?? chosen.next().value?.row);
}

/** Looks by names and addresses, and then by the names of CIs for those that nothing certain was found for. */
async function weighHosts(
  graph: Graph,
  tenantId: string,
  hosts: readonly (readonly Wait[])[],
): Promise<(Choice | undefined)[]> {
  const rows = await eventsGraph.candidates(graph, tenantId, identifiersOfWaits(hosts.flat()));
  const chosen = chosenFrom(hosts, rows);
  const isCertain = (i: number) => hosts[i]?.length === 0 || (chosen[i]?.score ?? 0) >= CERTAIN;
  const open = hosts.filter((_, i) => !isCertain(i));
  const more = await eventsGraph.candidates(graph, tenantId, nameIdentifiersOfWaits(open.flat()));
  if (more.length === 0) return chosen;
  const again = chosenFrom(hosts, [...rows, ...more]);
  return chosen.map((choice, i) => (isCertain(i) ? choice : again[i]));
}

function chosenFrom(hosts: readonly (readonly Wait[])[], rows: readonly CandidateRow[]): (Choice | undefined)[] {
  const byIdentifier = grouped(rows);
  return hosts.map((waits) => chooseCi(waits, (identifier) => byIdentifier.get(identifierKey(identifier)) ?? []));
}

function grouped(rows: readonly CandidateRow[]): Map<string, CandidateRow[]> {
  const groups = new Map<string, CandidateRow[]>();
  for (const row of rows) {
    const key = `${row.kind}:${row.value}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
