import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import type { Viewport } from "./canvas/graph-view";
import type { Point } from "./canvas/seed";
import { DEFAULT_DEPTH, GROUPINGS, joined, listOf, MAX_DEPTH, type MapSearch } from "./map-search";

export type SavedMap = components["schemas"]["SavedMap"];
export type SavedMapState = ReturnType<typeof useSavedMap>;

/** The saved map that the address names. An address with nothing else takes everything from it. */
export function useSavedMap(search: MapSearch) {
  const navigate = useNavigate();
  const { data: map, error } = useQuery({
    queryKey: ["map", search.map],
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/maps/{id}", { params: { path: { id: search.map! } }, signal })),
    enabled: search.map !== undefined,
    // What is on the canvas is the user's until the map is opened again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const current = search.map === undefined ? undefined : map;
  const isOpening = search.map !== undefined && !search.roots && !error && (map === undefined || map.roots.length > 0);
  useEffect(() => {
    if (isOpening && map) void navigate({ to: "/map", search: searchOf(map), replace: true });
  }, [isOpening, map, navigate]);
  const positions = useMemo(
    () =>
      current &&
      new Map(Object.entries(current.positions).map(([id, [x, y]]): [string, Point] => [id, { x: x!, y: y! }])),
    [current],
  );
  return { map: current, positions, viewport: current?.view.viewport ?? undefined, error, isOpening };
}

function searchOf(map: SavedMap): MapSearch {
  const { view } = map;
  return {
    map: map.id,
    roots: joined(map.roots),
    depth: Math.min(MAX_DEPTH, map.depth),
    direction: map.direction === "either" ? undefined : map.direction,
    types: joined(map.filters.types),
    statuses: joined(map.filters.statuses),
    healths: joined(view.healths),
    expand: joined(view.expanded),
    fold: joined(view.folded),
    software: view.include_software || undefined,
    limit: view.limit ?? undefined,
    group: GROUPINGS.find((group) => group === map.group_by),
  };
}

/** What is saved of a map: what the address says, and where its CIs stand. */
export function contentOf(search: MapSearch, placed: ReadonlyMap<string, Point>, viewport: Viewport | undefined) {
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    roots: listOf(search.roots),
    depth: search.depth ?? DEFAULT_DEPTH,
    direction: search.direction ?? ("either" as const),
    filters: { types: listOf(search.types), statuses: listOf(search.statuses) as SavedMap["filters"]["statuses"] },
    group_by: search.group ?? null,
    positions: Object.fromEntries(
      [...placed].slice(0, 5_000).map(([id, { x, y }]): [string, [number, number]] => [id, [round(x), round(y)]]),
    ),
    view: {
      healths: listOf(search.healths) as SavedMap["view"]["healths"],
      expanded: listOf(search.expand),
      folded: listOf(search.fold),
      include_software: search.software ?? false,
      limit: search.limit ?? null,
      viewport: viewport ?? null,
    },
  };
}
