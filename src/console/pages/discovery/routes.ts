import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/discovery",
  component: lazyRouteComponent(() => import("./DiscoveryPage"), "DiscoveryPage"),
});

export const discoveryRoutes = [route] as const;
