import { keepPreviousData, type UseQueryOptions } from "@tanstack/react-query";
import {
  type Find,
  findByMeaning,
  findChanges,
  findCis,
  findEvents,
  findIncidents,
  findMaps,
  findServices,
  findSoftware,
  findVulnerabilities,
} from "./finders";
import { FOUND_KINDS, type Found, type FoundKind } from "./kinds";

type May = (scope: string) => boolean;

const SEARCHES: Readonly<Record<FoundKind, { scope: string; find: Find }>> = {
  ci: { scope: "cmdb.read", find: findCis },
  service: { scope: "services.read", find: findServices },
  incident: { scope: "events.read", find: findIncidents },
  event: { scope: "events.read", find: findEvents },
  software: { scope: "cmdb.read", find: findSoftware },
  vulnerability: { scope: "cmdb.read", find: findVulnerabilities },
  change: { scope: "cmdb.read", find: findChanges },
  map: { scope: "cmdb.read", find: findMaps },
  meaning: { scope: "ai.use", find: findByMeaning },
};

export const kindsFor = (may: May): readonly FoundKind[] => FOUND_KINDS.filter((kind) => may(SEARCHES[kind].scope));

/** One query a kind: what is quick is shown at once, and a kind that fails hides no other. */
export function search(
  kind: FoundKind,
  text: string,
  limit: number,
): UseQueryOptions<Found[]> & { queryKey: string[] } {
  return {
    queryKey: [kind === "meaning" || kind === "software" ? "ci" : kind, "found", kind, text, String(limit)],
    enabled: text !== "",
    staleTime: 15_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => SEARCHES[kind].find(text, limit, signal),
  };
}
