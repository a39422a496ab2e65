import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { readMapSearch } from "./map-search";

const map = createRoute({
  getParentRoute: () => shellRoute,
  path: "/map",
  validateSearch: readMapSearch,
  component: lazyRouteComponent(() => import("./MapPage"), "MapPage"),
});

const savedMaps = createRoute({
  getParentRoute: () => shellRoute,
  path: "/maps",
  validateSearch: ({ search }: Record<string, unknown>): { search?: string } =>
    typeof search === "string" && search !== "" ? { search: search.slice(0, 255) } : {},
  component: lazyRouteComponent(() => import("./SavedMapsPage"), "SavedMapsPage"),
});

export const mapRoutes = [map, savedMaps] as const;
