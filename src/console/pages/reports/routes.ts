import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const question = createRoute({
  getParentRoute: () => shellRoute,
  path: "/reports",
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === "string" && q ? { q: q.slice(0, 1_000) } : {},
  component: lazyRouteComponent(() => import("./QuestionPage"), "QuestionPage"),
});

const queries = createRoute({
  getParentRoute: () => shellRoute,
  path: "/reports/queries",
  validateSearch: ({ run }: Record<string, unknown>): { run?: string } => (typeof run === "string" ? { run } : {}),
  component: lazyRouteComponent(() => import("./SavedQueriesPage"), "SavedQueriesPage"),
});

const runs = createRoute({
  getParentRoute: () => shellRoute,
  path: "/reports/runs",
  component: lazyRouteComponent(() => import("./ReportListPage"), "ReportListPage"),
});

export const reportRoutes = [question, queries, runs] as const;
