import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { queryClient } from "../../app/query";
import { shellRoute } from "../../app/routes";
import { summary } from "./summary";

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  // Read while the page itself is still being loaded.
  loader: () => void queryClient.prefetchQuery(summary),
  component: lazyRouteComponent(() => import("./OverviewPage"), "OverviewPage"),
});

export const overviewRoutes = [route] as const;
