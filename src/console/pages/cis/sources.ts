import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { differences } from "./flatten";

export type Change = components["schemas"]["ListedHistoryEntry"];
export type Sighting = components["schemas"]["ListedSighting"];

/** Pages of history that are read to find where values come from. */
const MAX_PAGES = 3;
const PAGE = 100;
/** What Orrery writes this long after a scanner reported came from that scanner. */
const WRITTEN_WITHIN_MS = 60_000;

export interface Source {
  actor: string;
  at: string;
  /** The scanner that reported it, where that is known. */
  scanner?: string;
}

export const ciHistory = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["ci", "history", id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      bodyOf(
        v1.GET("/v1/cmdb/ci/{id}/history", {
          params: { path: { id }, query: { limit: 50, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });

export const sightings = (id: string) =>
  queryOptions({
    queryKey: ["ci", "sightings", id],
    queryFn: ({ signal }) =>
      bodyOf(v1.GET("/v1/cmdb/ci/{id}/sightings", { params: { path: { id }, query: { limit: PAGE } }, signal })),
  });

/** Who set each value last and when, by its path, read from the history. What is older than that is not in it. */
export const valueSources = (id: string) =>
  queryOptions({
    queryKey: ["ci", "sources", id],
    queryFn: async ({ signal }) => {
      const changes: Change[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES && (page === 0 || cursor); page++) {
        const query = { limit: PAGE, ...(cursor && { cursor }) };
        const answer = await bodyOf(v1.GET("/v1/cmdb/ci/{id}/history", { params: { path: { id }, query }, signal }));
        changes.push(...answer.data);
        cursor = answer.pagination.next_cursor;
      }
      return sourcesOf(changes);
    },
  });

/** @param changes newest first. */
function sourcesOf(changes: readonly Change[]): ReadonlyMap<string, Source> {
  const sources = new Map<string, Source>();
  for (const { before, after, actor = "", at = "" } of changes) {
    if (!after) continue;
    for (const { path } of differences(before, after)) if (!sources.has(path)) sources.set(path, { actor, at });
  }
  return sources;
}

/** The scanner whose report was written then. Only first and last reports are known. */
export function scannerAt(at: string, seen: readonly Sighting[]): string | undefined {
  const time = Date.parse(at);
  const isClose = (moment?: string) => {
    const after = time - Date.parse(moment ?? "");
    return after >= -1_000 && after <= WRITTEN_WITHIN_MS;
  };
  return seen.find(({ first_seen, last_seen }) => isClose(first_seen) || isClose(last_seen))?.scanner_id;
}
