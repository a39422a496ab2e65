import type { LucideIcon } from "lucide-react";
import {
  Boxes,
  ChartColumn,
  Gauge,
  GitPullRequestArrow,
  Layers,
  Network,
  Radar,
  Settings,
  ShieldAlert,
  Siren,
  Sparkles,
  Waypoints,
} from "lucide-react";

/** An entry of the navigation. */
export interface Area {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Other addresses that belong to it. */
  also?: readonly string[];
  /** Any one of them is enough; none: everybody. */
  scopes: readonly string[];
}

export const AREAS: readonly Area[] = [
  { label: "Overview", to: "/", icon: Gauge, scopes: [] },
  { label: "Configuration items", to: "/cis", icon: Boxes, scopes: ["cmdb.read"] },
  { label: "Map", to: "/map", icon: Waypoints, scopes: ["cmdb.read"] },
  {
    label: "Incidents and events",
    to: "/incidents",
    also: ["/events", "/maintenance"],
    icon: Siren,
    scopes: ["events.read"],
  },
  { label: "Services", to: "/services", icon: Network, scopes: ["services.read"] },
  { label: "Discovery", to: "/discovery", icon: Radar, scopes: ["discovery.read"] },
  { label: "Software", to: "/software", icon: Layers, scopes: ["software.read", "cmdb.read"] },
  { label: "Vulnerabilities", to: "/vulnerabilities", icon: ShieldAlert, scopes: ["cmdb.read"] },
  { label: "Reports and questions", to: "/reports", icon: ChartColumn, scopes: ["reports.read", "cmdb.read"] },
  { label: "Changes", to: "/changes", icon: GitPullRequestArrow, scopes: ["cmdb.read"] },
  { label: "Enrichment and AI", to: "/enrichment", icon: Sparkles, scopes: ["cmdb.read", "ai.use"] },
  {
    label: "Administration",
    to: "/admin",
    icon: Settings,
    scopes: ["admin.users", "admin.settings", "admin.audit", "webhooks.manage"],
  },
];
