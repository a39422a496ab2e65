import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/incidents",
  component: lazyRouteComponent(() => import("./IncidentListPage"), "IncidentListPage"),
});

export const incidentRoutes = [route] as const;
