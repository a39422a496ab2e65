import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/services",
  component: lazyRouteComponent(() => import("./ServiceListPage"), "ServiceListPage"),
});

export const serviceRoutes = [route] as const;
