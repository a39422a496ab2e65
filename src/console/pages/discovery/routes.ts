import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { choiceOf, flagOf, textOf } from "../../app/search-params";

export const SCAN_STATUSES = ["running", "completed", "failed"] as const;
export const OUTCOMES = ["created", "updated", "unchanged", "parked", "failed"] as const;

/** Filters of the list of scans; the dates begin and end their time of creation. */
export interface ScanFilters {
  scanner?: string | undefined;
  status?: (typeof SCAN_STATUSES)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface HostFilters {
  outcome?: (typeof OUTCOMES)[number] | undefined;
  find?: string | undefined;
  /** Position of the host whose decision is shown. */
  host?: number | undefined;
}

interface ParkedSearch {
  /** The current one of the queue. */
  host?: string | undefined;
  /** What candidates are looked for. */
  find?: string | undefined;
  decided?: true | undefined;
}

const getParentRoute = () => shellRoute;

const scans = createRoute({
  getParentRoute,
  path: "/discovery",
  validateSearch: (search: Record<string, unknown>): ScanFilters => ({
    scanner: textOf(search.scanner),
    status: choiceOf(search.status, SCAN_STATUSES),
    from: textOf(search.from),
    to: textOf(search.to),
  }),
  component: lazyRouteComponent(() => import("./ScanListPage"), "ScanListPage"),
});

const scan = createRoute({
  getParentRoute,
  path: "/discovery/scans/$scanId",
  validateSearch: (search: Record<string, unknown>): HostFilters => ({
    outcome: choiceOf(search.outcome, OUTCOMES),
    find: textOf(search.find),
    host: typeof search.host === "number" ? search.host : undefined,
  }),
  component: lazyRouteComponent(() => import("./ScanPage"), "ScanPage"),
});

const parked = createRoute({
  getParentRoute,
  path: "/discovery/parked",
  validateSearch: (search: Record<string, unknown>): ParkedSearch => ({
    host: textOf(search.host),
    find: textOf(search.find),
    decided: flagOf(search.decided),
  }),
  component: lazyRouteComponent(() => import("./ParkedPage"), "ParkedPage"),
});

const records = createRoute({
  getParentRoute,
  path: "/discovery/records",
  component: lazyRouteComponent(() => import("./RawRecordsPage"), "RawRecordsPage"),
});

const tokens = createRoute({
  getParentRoute,
  path: "/discovery/tokens",
  component: lazyRouteComponent(() => import("./TokensPage"), "TokensPage"),
});

const how = createRoute({
  getParentRoute,
  path: "/discovery/how",
  component: lazyRouteComponent(() => import("./HowToScanPage"), "HowToScanPage"),
});

export const discoveryRoutes = [scans, scan, parked, records, tokens, how] as const;
