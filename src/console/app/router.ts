import { type AnyRoute, createRouter } from "@tanstack/react-router";
import { NotFound } from "../components/NotFound";
import { PageError } from "../components/PageError";
import { adminRoutes } from "../pages/admin/routes";
import { changeRoutes } from "../pages/changes/routes";
import { ciRoutes } from "../pages/cis/routes";
import { discoveryRoutes } from "../pages/discovery/routes";
import { enrichmentRoutes } from "../pages/enrichment/routes";
import { incidentRoutes } from "../pages/incidents/routes";
import { accountRoutes, loginRoutes } from "../pages/login/routes";
import { mapRoutes } from "../pages/map/routes";
import { overviewRoutes } from "../pages/overview/routes";
import { reportRoutes } from "../pages/reports/routes";
import { searchRoutes } from "../pages/search/routes";
import { serviceRoutes } from "../pages/services/routes";
import { softwareRoutes } from "../pages/software/routes";
import { vulnerabilityRoutes } from "../pages/vulnerabilities/routes";
import { rootRoute, shellRoute } from "./routes";

const routeTree = rootRoute.addChildren([
  ...loginRoutes,
  shellRoute.addChildren([
    ...overviewRoutes,
    ...searchRoutes,
    ...ciRoutes,
    ...mapRoutes,
    ...incidentRoutes,
    ...serviceRoutes,
    ...discoveryRoutes,
    ...softwareRoutes,
    ...vulnerabilityRoutes,
    ...reportRoutes,
    ...changeRoutes,
    ...enrichmentRoutes,
    ...adminRoutes,
    ...accountRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: "/console",
  defaultPreload: "intent",
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

// The router merges what a route reads from the address over what stands there: a value that the route's reader left out
// would come through as it was written.
for (const { options } of Object.values<AnyRoute>(router.routesById)) {
  const read = options.validateSearch as ((raw: Record<string, unknown>) => object) | undefined;
  if (read) options.validateSearch = (raw: Record<string, unknown>) => ({ ...absent(raw), ...read(raw) });
}

function absent(raw: Record<string, unknown>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]));
}

/** Loads the code of the page in the address while the session is still asked for: the router would wait for that first. */
export function loadPageEarly(): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  // The router loads a part that failed again, and shows the error.
  for (const route of matchedRoutes) router.loadRouteChunk(route)?.catch(() => undefined);
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
