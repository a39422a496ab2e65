import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/admin",
  component: lazyRouteComponent(() => import("./AdminPage"), "AdminPage"),
});

export const adminRoutes = [route] as const;
