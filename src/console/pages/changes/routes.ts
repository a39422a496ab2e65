import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

export const LEVELS = ["low", "medium", "high", "critical"] as const;
export const STATUSES = ["queued", "running", "completed", "failed"] as const;

export interface ChangeListSearch {
  level?: (typeof LEVELS)[number];
  status?: (typeof STATUSES)[number];
  ci?: string;
  /** Name of the CI that `ci` is, to be shown; the id decides. */
  ci_name?: string;
  from?: string;
  to?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const dayOf = (value: unknown) => (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined);

function validateList({ level, status, ci, ci_name, from, to }: Record<string, unknown>): ChangeListSearch {
  return {
    level: LEVELS.find((known) => known === level),
    status: STATUSES.find((known) => known === status),
    ci: typeof ci === "string" && UUID.test(ci) ? ci : undefined,
    ci_name: typeof ci_name === "string" && ci ? ci_name.slice(0, 100) : undefined,
    from: dayOf(from),
    to: dayOf(to),
  };
}

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: "/changes",
  validateSearch: validateList,
  component: lazyRouteComponent(() => import("./ChangeListPage"), "ChangeListPage"),
});

const ask = createRoute({
  getParentRoute: () => shellRoute,
  path: "/changes/new",
  component: lazyRouteComponent(() => import("./AskPage"), "AskPage"),
});

const backtest = createRoute({
  getParentRoute: () => shellRoute,
  path: "/changes/backtest",
  component: lazyRouteComponent(() => import("./BacktestPage"), "BacktestPage"),
});

const one = createRoute({
  getParentRoute: () => shellRoute,
  path: "/changes/$id",
  component: lazyRouteComponent(() => import("./ChangePage"), "ChangePage"),
});

export const changeRoutes = [list, ask, backtest, one] as const;
