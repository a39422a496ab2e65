import { CI_FIELDS } from "./ci.ts";
import type { Entity } from "./entity.ts";

export const serviceEntity: Entity = {
  name: "service",
  store: "graph",
  scopes: ["services.read"],
  fields: [
    ...CI_FIELDS,
    {
      name: "criticality",
      type: "text",
      values: ["critical", "high", "medium", "low"],
      description: "How much the business needs it; medium unless set",
    },
    { name: "sla.availability", type: "number", description: "Agreed availability in percent" },
    { name: "sla.response_time", type: "number", description: "Agreed response time in milliseconds" },
    { name: "components.count", type: "number", description: "Number of CIs that are part of it" },
    {
      name: "health.status",
      type: "text",
      values: ["healthy", "degraded", "critical", "unknown"],
      description: "Health now, from open events and the status of what it needs",
    },
    { name: "health.score", type: "number", description: "Health now, 0 to 100" },
  ],
  free: ["attributes", "custom_fields"],
  defaultFields: ["id", "name", "type", "status", "criticality"],
  timeField: "created_at",
  steps: [],
  pathField: "id",
  defaultOrder: { field: "id", direction: "asc" },
};
