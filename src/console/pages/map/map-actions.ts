import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { joined, listOf, type MapSearch, withId, withoutId } from "./map-search";

export type MapActions = ReturnType<typeof useMapActions>;

/** Everything that changes the map changes its address: the browser's back undoes it. */
export function useMapActions(search: MapSearch) {
  const navigate = useNavigate();
  const change = useCallback(
    (part: Partial<MapSearch>, replace = false) =>
      void navigate({
        to: "/map",
        search: (before: MapSearch) => ({ ...before, ...part }),
        replace,
        resetScroll: false,
      } as Parameters<typeof navigate>[0]),
    [navigate],
  );
  return useMemo(() => {
    const select = (id: string | undefined) => change({ selected: id }, true);
    return {
      change,
      select,
      /** A click: selects, or ends the path that is being chosen. */
      choose(id: string | undefined) {
        if (search.from && !search.to && id && id !== search.from) change({ to: id, selected: id });
        else if (id !== search.selected) select(id);
      },
      addRoot: (id: string) => change({ roots: withId(search.roots, id), selected: id }),
      dropRoots: (ids: readonly string[]) =>
        change({ roots: joined(listOf(search.roots).filter((id) => !ids.includes(id))) }),
      /** The map begins here alone; what is shown in both stays where it is. */
      startAt: (id: string) => change({ roots: id, expand: undefined, fold: undefined, selected: id }),
      expand: (id: string) => change(expanded(search, id)),
      fold: (id: string) => change(folded(search, id)),
      /** Two clicks: expands what is closed and folds what is open. */
      toggle: (id: string) => change(isOpen(search, id) ? folded(search, id) : expanded(search, id)),
      clearFilters: () =>
        change({ types: undefined, statuses: undefined, healths: undefined, find: undefined, fold: undefined }),
      clearOverlays: () => change({ from: undefined, to: undefined, impact: undefined }),
    };
  }, [change, search]);
}

export function isOpen({ expand, fold }: MapSearch, id: string): boolean {
  return listOf(expand).includes(id) && !listOf(fold).includes(id);
}

function expanded({ expand, fold }: MapSearch, id: string): Partial<MapSearch> {
  return listOf(fold).includes(id) ? { fold: withoutId(fold, id) } : { expand: withId(expand, id) };
}

function folded({ expand, fold }: MapSearch, id: string): Partial<MapSearch> {
  return listOf(expand).includes(id) ? { expand: withoutId(expand, id) } : { fold: withId(fold, id) };
}
