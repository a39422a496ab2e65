import { type Identifier, identifierKey } from "../../model/identifiers.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { HostNames } from "./event.model.ts";
import { type CandidateRow, type CiStanding, eventsGraph } from "./graph.store.ts";
import { chooseCi, identifiersOfWaits, waitsOf } from "./host-binding.ts";

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

/** Finds the CIs of several events in at most two round trips. The order of the answers is that of the places. */
export type FindCis = (tenantId: string, places: readonly Place[]) => Promise<FoundPlaces>;

export function createFindCis({ graph }: { graph: Graph }): FindCis {
  return async (tenantId, places) => {
    const named = [...new Set(places.flatMap(({ affectedCis }) => affectedCis))].sort();
    const hosts = places.filter(({ affectedCis }) => affectedCis.length === 0);
    const [known, rows] = await Promise.all([
      eventsGraph.known(graph, tenantId, named),
      eventsGraph.candidates(graph, tenantId, identifiersOfWaits(hosts.flatMap(waitsOf))),
    ]);
    const standings = new Map<string, CiStanding>(known.map((ci) => [ci.id, ci]));
    const byIdentifier = grouped(rows);
    const rowsOf = (identifier: Identifier) => byIdentifier.get(identifierKey(identifier)) ?? [];
    const found = places.map((place): FoundPlace => {
      if (place.affectedCis.length > 0) {
        const unknown = place.affectedCis.flatMap((id, i) => (standings.has(id) ? [] : [i]));
        return { ciIds: [...new Set(place.affectedCis)], unknown };
      }
      const chosen = chooseCi(place, rowsOf);
      if (chosen) standings.set(chosen.id, { id: chosen.id, status: chosen.status, version: chosen.version });
      return { ciIds: chosen && [chosen.id], unknown: [] };
    });
    return { places: found, standings: [...standings.values()] };
  };
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
