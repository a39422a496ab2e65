import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { validateCiSearch } from "./ci-search";
import { validateListSearch } from "./list-search";

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cis",
  validateSearch: validateListSearch,
  component: lazyRouteComponent(() => import("./CiListPage"), "CiListPage"),
});

const one = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cis/$ciId",
  validateSearch: validateCiSearch,
  component: lazyRouteComponent(() => import("./CiPage"), "CiPage"),
});

export const ciRoutes = [list, one] as const;
