import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { given, textOf } from "../../app/search-params";
import { validateCiSearch } from "./ci-search";
import { split, validateListSearch } from "./list-search";

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cis",
  validateSearch: validateListSearch,
  component: lazyRouteComponent(() => import("./CiListPage"), "CiListPage"),
});

const deleted = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cis/deleted",
  validateSearch: ({ q, type }: Record<string, unknown>) =>
    given({ q: textOf(q)?.slice(0, 255), type: split(type).join(",") || undefined }),
  component: lazyRouteComponent(() => import("./DeletedPage"), "DeletedPage"),
});

const one = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cis/$ciId",
  validateSearch: validateCiSearch,
  component: lazyRouteComponent(() => import("./CiPage"), "CiPage"),
});

export const ciRoutes = [list, deleted, one] as const;
