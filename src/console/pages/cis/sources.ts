import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { differences } from "./flatten";

export type Change = components["schemas"]["ListedHistoryEntry"];
export type Sighting = components["schemas"]["ListedSighting"];

/** Pages of history that are read to find who set values. */
const MAX_PAGES = 3;
const PAGE = 100;
export type ValueSource = components["schemas"]["ValueSources"]["fields"][number];

/** The source of each value, by the name of its field. */
export const valueSources = (id: string) =>
  queryOptions({
    queryKey: ["ci", "provenance", id],
    queryFn: async ({ signal }) => {
      const answer = await bodyOf(v1.GET("/v1/cmdb/ci/{id}/provenance", { params: { path: { id } }, signal }));
      return new Map(answer.fields.map((source) => [source.field, source]));
    },
  });

/** That of a value by its path: what stands within a key came with the key, whose own name may hold dots. */
export function sourceOf(sources: ReadonlyMap<string, ValueSource>, path: string): ValueSource | undefined {
  for (let field = path; field !== ""; field = field.slice(0, Math.max(0, field.lastIndexOf(".")))) {
    const found = sources.get(field);
    if (found) return found;
  }
  return undefined;
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

/** The people and programs who set values, by path, from the history. What is older than that is not in it. */
export const valueActors = (id: string) =>
  queryOptions({
    queryKey: ["ci", "actors", id],
    queryFn: async ({ signal }) => {
      const changes: Change[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES && (page === 0 || cursor); page++) {
        const query = { limit: PAGE, ...(cursor && { cursor }) };
        const answer = await bodyOf(v1.GET("/v1/cmdb/ci/{id}/history", { params: { path: { id }, query }, signal }));
        changes.push(...answer.data);
        cursor = answer.pagination.next_cursor;
      }
      return actorsOf(changes);
    },
  });

/** @param changes newest first. */
function actorsOf(changes: readonly Change[]): ReadonlyMap<string, string> {
  const actors = new Map<string, string>();
  for (const { before, after, actor = "" } of changes) {
    if (!after) continue;
    for (const { path } of differences(before, after)) if (!actors.has(path)) actors.set(path, actor);
  }
  return actors;
}
