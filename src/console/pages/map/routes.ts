import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/map",
  component: lazyRouteComponent(() => import("./MapPage"), "MapPage"),
});

export const mapRoutes = [route] as const;
