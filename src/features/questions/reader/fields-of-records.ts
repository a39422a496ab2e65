import type { Target } from "./meaning.ts";

/** Fields that records have by themselves, with the words for them; attributes come from the tenant's data. */
interface RecordField {
  path: string;
  kind: "text" | "number" | "time";
  unit?: string;
  /** Values of a field that has few. */
  values?: readonly string[];
  names: readonly string[];
}

const CI: RecordField[] = [
  { path: "name", kind: "text", names: ["name"] },
  { path: "type", kind: "text", names: ["type", "kind", "ci type"] },
  { path: "status", kind: "text", values: ["active", "inactive", "maintenance"], names: ["status", "state"] },
  { path: "description", kind: "text", names: ["description"] },
  { path: "created_at", kind: "time", names: ["creation date", "creation time", "created at", "creation"] },
  { path: "updated_at", kind: "time", names: ["last update", "update time", "updated at", "last change"] },
  { path: "created_by", kind: "text", names: ["creator", "created by"] },
  { path: "updated_by", kind: "text", names: ["updated by", "changed by"] },
  {
    path: "relationships.count",
    kind: "number",
    names: ["relationships", "number of relationships", "relationship count", "relations", "links"],
  },
];

export const RECORD_FIELDS: Record<Target, readonly RecordField[]> = {
  ci: CI,
  service: [
    ...CI,
    {
      path: "criticality",
      kind: "text",
      values: ["critical", "high", "medium", "low"],
      names: ["criticality", "importance"],
    },
    {
      path: "sla.availability",
      kind: "number",
      unit: "percent",
      names: ["availability", "sla availability", "sla", "availability sla", "availability target"],
    },
    { path: "sla.response_time", kind: "number", unit: "ms", names: ["response time", "sla response time"] },
    { path: "components.count", kind: "number", names: ["components", "number of components", "component count"] },
    {
      path: "health.status",
      kind: "text",
      values: ["healthy", "degraded", "critical", "unknown"],
      names: ["health", "health status"],
    },
    { path: "health.score", kind: "number", names: ["health score", "score"] },
  ],
  event: [
    { path: "title", kind: "text", names: ["title"] },
    { path: "severity", kind: "text", values: ["critical", "high", "medium", "low"], names: ["severity"] },
    { path: "status", kind: "text", values: ["open", "acknowledged", "resolved"], names: ["status", "state"] },
    { path: "source", kind: "text", names: ["source", "source system", "monitoring system", "monitoring tool"] },
    { path: "occurrences", kind: "number", names: ["occurrences", "repeats"] },
    { path: "occurred_at", kind: "time", names: ["time", "occurrence time", "occurred at"] },
    { path: "occurred_at.day", kind: "text", names: ["day", "date"] },
    { path: "occurred_at.week", kind: "text", names: ["week"] },
    { path: "occurred_at.month", kind: "text", names: ["month"] },
    { path: "occurred_at.hour", kind: "text", names: ["hour"] },
    { path: "resolved_at", kind: "time", names: ["resolution time", "resolved at"] },
    { path: "ci.name", kind: "text", names: ["ci", "affected ci", "ci name"] },
    { path: "ci.type", kind: "text", names: ["type", "ci type", "type of ci"] },
  ],
  incident: [
    { path: "status", kind: "text", values: ["open", "resolved"], names: ["status", "state"] },
    { path: "severity", kind: "text", values: ["critical", "high", "medium", "low"], names: ["severity"] },
  ],
  software: [
    { path: "name", kind: "text", names: ["name", "program", "software", "title"] },
    { path: "version", kind: "text", names: ["version", "release"] },
    { path: "vendor", kind: "text", names: ["vendor", "manufacturer", "maker"] },
    { path: "product", kind: "text", names: ["product"] },
    { path: "family", kind: "text", names: ["family", "category", "kind"] },
    { path: "server.name", kind: "text", names: ["server", "host"] },
  ],
  vulnerability: [
    { path: "cve", kind: "text", names: ["cve", "cve id"] },
    {
      path: "severity",
      kind: "text",
      values: ["critical", "high", "medium", "low", "none", "unknown"],
      names: ["severity"],
    },
    {
      path: "status",
      kind: "text",
      values: ["affected", "possible", "accepted", "fixed"],
      names: ["status", "state"],
    },
    { path: "priority", kind: "number", names: ["priority", "urgency"] },
    { path: "cvss.score", kind: "number", names: ["cvss", "cvss score", "base score", "score"] },
    { path: "epss", kind: "number", names: ["epss", "epss score", "exploit prediction", "exploit probability"] },
    { path: "published", kind: "time", names: ["published", "publication", "publication date"] },
    { path: "kev.due", kind: "time", names: ["due date", "remedy due"] },
    { path: "name", kind: "text", names: ["program", "software"] },
    { path: "version", kind: "text", names: ["version"] },
    { path: "server.name", kind: "text", names: ["server", "host", "ci", "machine"] },
  ],
  scan: [{ path: "status", kind: "text", values: ["running", "completed", "failed"], names: ["status", "state"] }],
  history: [{ path: "action", kind: "text", names: ["action", "kind"] }],
  relationship: [{ path: "type", kind: "text", names: ["type", "kind"] }],
};
