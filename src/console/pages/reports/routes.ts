import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/reports",
  component: lazyRouteComponent(() => import("./ReportsPage"), "ReportsPage"),
});

export const reportRoutes = [route] as const;
