import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { flagOf, oneOf, textOf } from "../../app/search-params";

export const SEVERITIES = ["critical", "high", "medium", "low", "none", "unknown"] as const;
const STATUSES = ["affected", "possible", "accepted", "fixed"] as const;
/** What the list may be restricted to; absent: what is open, affected or possible. */
export const STATES = [...STATUSES, "any"] as const;
const SORTS = ["published", "priority"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** What the address of the list says; absent `sort`: the most urgent first. */
export interface VulnerabilityListSearch {
  q?: string | undefined;
  /** Severities, separated by commas. */
  severity?: string | undefined;
  state?: (typeof STATES)[number] | undefined;
  kev?: true | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  order?: "asc" | undefined;
}

/** The severities that a text names, in their own order. */
export const severitiesOf = (text: string | undefined): Severity[] =>
  SEVERITIES.filter((severity) => text?.split(",").includes(severity));

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: "/vulnerabilities",
  validateSearch: (search: Record<string, unknown>): VulnerabilityListSearch => ({
    q: textOf(search.q)?.slice(0, 255),
    severity: severitiesOf(textOf(search.severity)).join(",") || undefined,
    state: oneOf(STATES, search.state),
    kev: flagOf(search.kev),
    sort: oneOf(SORTS, search.sort),
    order: oneOf(["asc"], search.order),
  }),
  component: lazyRouteComponent(() => import("./VulnerabilityListPage"), "VulnerabilityListPage"),
});

const one = createRoute({
  getParentRoute: () => shellRoute,
  path: "/vulnerabilities/$cve",
  component: lazyRouteComponent(() => import("./VulnerabilityPage"), "VulnerabilityPage"),
});

export const vulnerabilityRoutes = [list, one] as const;
