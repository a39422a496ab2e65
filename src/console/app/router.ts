import { createRouter } from "@tanstack/react-router";
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

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
