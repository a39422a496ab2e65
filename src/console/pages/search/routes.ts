import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/search",
  component: lazyRouteComponent(() => import("./SearchPage"), "SearchPage"),
});

export const searchRoutes = [route] as const;
