import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cis",
  component: lazyRouteComponent(() => import("./CiListPage"), "CiListPage"),
});

export const ciRoutes = [route] as const;
