import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/enrichment",
  component: lazyRouteComponent(() => import("./EnrichmentPage"), "EnrichmentPage"),
});

export const enrichmentRoutes = [route] as const;
