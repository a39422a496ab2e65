import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/software",
  component: lazyRouteComponent(() => import("./SoftwarePage"), "SoftwarePage"),
});

export const softwareRoutes = [route] as const;
