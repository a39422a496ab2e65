import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/changes",
  component: lazyRouteComponent(() => import("./ChangesPage"), "ChangesPage"),
});

export const changeRoutes = [route] as const;
