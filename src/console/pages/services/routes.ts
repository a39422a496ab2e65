import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";

const STATUSES = ["active", "inactive", "maintenance"] as const;
const SORTS = ["name", "created_at", "updated_at"] as const;
const TABS = ["health", "components", "dependencies", "map", "impact", "vulnerabilities", "events"] as const;

export type ServiceTab = (typeof TABS)[number];

export interface ServiceListSearch {
  q?: string;
  status?: (typeof STATUSES)[number];
  sort?: (typeof SORTS)[number];
  order?: "asc" | "desc";
}

export interface ServiceSearch {
  tab?: ServiceTab;
  depth?: number;
  direction?: "upstream" | "downstream";
}

const oneOf = <T extends string>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((known) => known === value);

function validateList({ q, status, sort, order }: Record<string, unknown>): ServiceListSearch {
  return {
    q: typeof q === "string" && q ? q.slice(0, 200) : undefined,
    status: oneOf(STATUSES, status),
    sort: oneOf(SORTS, sort),
    order: oneOf(["asc", "desc"] as const, order),
  };
}

function validateOne({ tab, depth, direction }: Record<string, unknown>): ServiceSearch {
  return {
    tab: oneOf(TABS, tab),
    depth: Number.isInteger(depth) && Number(depth) >= 1 && Number(depth) <= 6 ? Number(depth) : undefined,
    direction: oneOf(["upstream", "downstream"] as const, direction),
  };
}

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: "/services",
  validateSearch: validateList,
  component: lazyRouteComponent(() => import("./ServiceListPage"), "ServiceListPage"),
});

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: "/services/new",
  component: lazyRouteComponent(() => import("./ServiceEditPage"), "ServiceCreatePage"),
});

const one = createRoute({
  getParentRoute: () => shellRoute,
  path: "/services/$id",
  validateSearch: validateOne,
  component: lazyRouteComponent(() => import("./ServicePage"), "ServicePage"),
});

const edit = createRoute({
  getParentRoute: () => shellRoute,
  path: "/services/$id/edit",
  component: lazyRouteComponent(() => import("./ServiceEditPage"), "ServiceEditPage"),
});

export const serviceRoutes = [list, create, one, edit] as const;
