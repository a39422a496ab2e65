import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { DEFAULT_DEPTH, DEFAULT_LIMIT, listOf, type MapSearch } from "./map-search";

export type GraphNode = components["schemas"]["GraphNode"];
export type GraphLink = components["schemas"]["GraphLink"];
type AffectedCi = components["schemas"]["AffectedCI"];

/** The graph that the address asks for, the path and the impact over it. */
export function useGraph(search: MapSearch) {
  const roots = listOf(search.roots);
  const path = usePath(search);
  const pathIds = useMemo(() => [...new Set(path.data?.paths.flat() ?? [])], [path.data]);
  const query = {
    roots,
    depth: search.depth ?? DEFAULT_DEPTH,
    direction: search.direction ?? ("both" as const),
    include_software: search.software ?? false,
    limit: search.limit ?? DEFAULT_LIMIT,
    ...(search.expand && { expand: listOf(search.expand) }),
    ...(pathIds.length > 0 && { also: pathIds.slice(0, 200) }),
  };
  const graph = useQuery({
    queryKey: ["graph", "around", query],
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/graph", { params: { query }, querySerializer: inCommas, signal })),
    enabled: roots.length > 0,
    placeholderData: keepPreviousData,
  });
  const impact = useQuery({
    queryKey: ["graph", "impact", search.impact],
    queryFn: ({ signal }) =>
      bodyOf(v1.GET("/v1/cmdb/ci/{id}/impact", { params: { path: { id: search.impact! } }, signal })),
    enabled: search.impact !== undefined,
  });
  return { graph, path, pathIds, impact };
}

function usePath({ from, to }: MapSearch) {
  return useQuery({
    queryKey: ["graph", "path", from, to],
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/graph/path", { params: { query: { from: from!, to: to! } }, signal })),
    enabled: from !== undefined && to !== undefined,
  });
}

/** Lists as the service reads them: one parameter, joined by commas. */
function inCommas(query: object): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    params.set(key, Array.isArray(value) ? value.join(",") : String(value));
  return params.toString();
}

export interface Shown {
  /** Ids of CIs that filters or folds hide. */
  hidden: ReadonlySet<string>;
  visible: readonly GraphNode[];
  /** By the id of a folded CI, how many CIs it hides. */
  folded: ReadonlyMap<string, number>;
}

/** What is left of the graph by the filters and folds. Hiding moves nothing. */
export function shownOf(nodes: readonly GraphNode[], links: readonly GraphLink[], search: MapSearch): Shown {
  const [types, statuses, healths] = [listOf(search.types), listOf(search.statuses), listOf(search.healths)];
  const roots = new Set(listOf(search.roots));
  const isIn = (list: readonly string[], value: string) => list.length === 0 || list.includes(value);
  const hidden = new Set(
    nodes
      .filter(({ id, type, status, health }) =>
        roots.has(id) ? false : !(isIn(types, type) && isIn(statuses, status) && isIn(healths, health)),
      )
      .map(({ id }) => id),
  );
  const folded = new Map<string, number>();
  const folds = listOf(search.fold);
  if (folds.length > 0) {
    const around = neighboursOf(links);
    const reached = reach(around, roots, new Set(folds));
    const covered = nodes.filter(({ id }) => !reached.has(id) && !roots.has(id));
    for (const { id } of covered) hidden.add(id);
    for (const fold of folds) {
      const open = reach(around, roots, new Set(folds.filter((id) => id !== fold)));
      folded.set(fold, covered.filter(({ id }) => open.has(id)).length);
    }
  }
  return { hidden, visible: nodes.filter(({ id }) => !hidden.has(id)), folded };
}

function neighboursOf(links: readonly GraphLink[]): Map<string, string[]> {
  const around = new Map<string, string[]>();
  for (const { source, target } of links) {
    for (const [from, to] of [
      [source, target],
      [target, source],
    ] as const) {
      const list = around.get(from);
      if (list) list.push(to);
      else around.set(from, [to]);
    }
  }
  return around;
}

/** What can be reached from the roots without passing a folded CI. */
function reach(around: ReadonlyMap<string, readonly string[]>, roots: ReadonlySet<string>, folds: ReadonlySet<string>) {
  const reached = new Set(roots);
  for (const id of reached) {
    if (folds.has(id)) continue;
    for (const next of around.get(id) ?? []) reached.add(next);
  }
  return reached;
}

/** What an overlay says of a CI, in a word or two. */
export type Mark = "subject" | "affected" | "optional" | "protected" | "path";

export function marksOf(
  search: MapSearch,
  pathIds: readonly string[],
  affected: readonly AffectedCi[] | undefined,
): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  if (search.impact && affected) {
    for (const { id, redundancy, required } of affected) {
      marks.set(id, redundancy === "covered" ? "protected" : required ? "affected" : "optional");
    }
    marks.set(search.impact, "subject");
  } else for (const id of pathIds) marks.set(id, "path");
  return marks;
}
