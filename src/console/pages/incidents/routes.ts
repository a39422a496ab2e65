import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { SEVERITIES, type Severity, STATUSES, type Status } from "./words";

const INCIDENT_STATUSES = ["open", "resolved"] as const;
const ENTRY_KINDS = ["alarm", "change", "person"] as const;
const WINDOW_STATES = ["now", "planned", "past"] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];
export type WindowState = (typeof WINDOW_STATES)[number];

export interface IncidentListSearch {
  /** Default: those that are open. */
  status?: (typeof INCIDENT_STATUSES)[number] | "all";
  severity?: Severity[];
  order?: "asc";
}

export interface IncidentSearch {
  /** Kinds of entries of the timeline; default all. */
  show?: EntryKind[];
  newestFirst?: true;
  /** Event that the drawer shows. */
  event?: string;
}

export interface EventListSearch {
  status?: Status[];
  severity?: Severity[];
  source?: string;
  ci?: string;
  /** Exact times, ISO 8601. */
  from?: string;
  to?: string;
  order?: "asc";
  /** Event that the drawer shows. */
  event?: string;
}

export interface MaintenanceSearch {
  state?: WindowState;
}

type Raw = Record<string, unknown>;
const text = (value: unknown) => (typeof value === "string" && value ? value.slice(0, 500) : undefined);
const oneOf = <T extends string>(allowed: readonly T[], value: unknown) => allowed.find((known) => known === value);
const time = (value: unknown) =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined;

function someOf<T extends string>(allowed: readonly T[], value: unknown): T[] | undefined {
  const found = Array.isArray(value) ? allowed.filter((known) => value.includes(known)) : [];
  return found.length > 0 ? found : undefined;
}

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: "/incidents",
  validateSearch: (raw: Raw): IncidentListSearch => ({
    status: oneOf([...INCIDENT_STATUSES, "all"] as const, raw.status),
    severity: someOf(SEVERITIES, raw.severity),
    order: oneOf(["asc"] as const, raw.order),
  }),
  component: lazyRouteComponent(() => import("./IncidentListPage"), "IncidentListPage"),
});

const one = createRoute({
  getParentRoute: () => shellRoute,
  path: "/incidents/$id",
  validateSearch: (raw: Raw): IncidentSearch => ({
    show: someOf(ENTRY_KINDS, raw.show),
    newestFirst: raw.newestFirst === true ? true : undefined,
    event: text(raw.event),
  }),
  component: lazyRouteComponent(() => import("./IncidentPage"), "IncidentPage"),
});

const events = createRoute({
  getParentRoute: () => shellRoute,
  path: "/events",
  validateSearch: (raw: Raw): EventListSearch => ({
    status: someOf(STATUSES, raw.status),
    severity: someOf(SEVERITIES, raw.severity),
    source: text(raw.source),
    ci: text(raw.ci),
    from: time(raw.from),
    to: time(raw.to),
    order: oneOf(["asc"] as const, raw.order),
    event: text(raw.event),
  }),
  component: lazyRouteComponent(() => import("./EventListPage"), "EventListPage"),
});

/** The address of one event: the list with its drawer open. */
const event = createRoute({
  getParentRoute: () => shellRoute,
  path: "/events/$id",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/events", search: { event: params.id }, replace: true });
  },
});

const maintenance = createRoute({
  getParentRoute: () => shellRoute,
  path: "/maintenance",
  validateSearch: (raw: Raw): MaintenanceSearch => ({ state: oneOf(WINDOW_STATES, raw.state) }),
  component: lazyRouteComponent(() => import("./MaintenancePage"), "MaintenancePage"),
});

export const incidentRoutes = [list, one, events, event, maintenance] as const;
