import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { flagOf, given, oneOf, textOf } from "../../app/search-params";

export const CATEGORIES = ["inventory", "software", "security", "operations", "quality", "risk"] as const;
export const STATUSES = ["generating", "completed", "failed", "expired"] as const;
export const WHOSE = ["mine", "shared"] as const;

export interface ReportListSearch {
  category?: (typeof CATEGORIES)[number];
  status?: (typeof STATUSES)[number];
  whose?: (typeof WHOSE)[number];
  /** The form is open, with this template if it has one. */
  new?: string | true;
}

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
  validateSearch: ({ run, edit }: Record<string, unknown>): { run?: string; edit?: string } =>
    given({ run: textOf(run), edit: textOf(edit) }),
  component: lazyRouteComponent(() => import("./SavedQueriesPage"), "SavedQueriesPage"),
});

const runs = createRoute({
  getParentRoute: () => shellRoute,
  path: "/reports/runs",
  validateSearch: (search: Record<string, unknown>): ReportListSearch =>
    given({
      category: oneOf(CATEGORIES, search.category),
      status: oneOf(STATUSES, search.status),
      whose: oneOf(WHOSE, search.whose),
      new: flagOf(search.new) ?? textOf(search.new),
    }),
  component: lazyRouteComponent(() => import("./ReportListPage"), "ReportListPage"),
});

const run = createRoute({
  getParentRoute: () => shellRoute,
  path: "/reports/runs/$id",
  component: lazyRouteComponent(() => import("./ReportPage"), "ReportPage"),
});

const schedules = createRoute({
  getParentRoute: () => shellRoute,
  path: "/reports/schedules",
  validateSearch: (search: Record<string, unknown>): { edit?: string; new?: string | true } =>
    given({ edit: textOf(search.edit), new: flagOf(search.new) ?? textOf(search.new) }),
  component: lazyRouteComponent(() => import("./SchedulesPage"), "SchedulesPage"),
});

export const reportRoutes = [question, queries, runs, run, schedules] as const;
