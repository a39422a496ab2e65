import { SEVERITIES } from "../../events/index.ts";
import type { Entity } from "./entity.ts";
import { datesOf } from "./parts-of-time.ts";

export const incidentEntity: Entity = {
  name: "incident",
  store: "postgres",
  scopes: ["events.read"],
  fields: [
    { name: "id", type: "text", isId: true, description: "Id" },
    { name: "status", type: "text", values: ["open", "resolved"], description: "resolved once all of its events are" },
    { name: "severity", type: "text", values: SEVERITIES, description: "The most severe of its events" },
    { name: "event_count", type: "number", description: "Number of its events" },
    { name: "open_count", type: "number", description: "Number of its events that are not resolved" },
    { name: "event_ids", type: "list", isId: true, description: "Ids of its events" },
    { name: "affected_cis", type: "list", isId: true, description: "Ids of the CIs of its events, deleted ones included" },
    { name: "root_cause.ci_id", type: "text", isId: true, description: "Id of the CI that explains its events" },
    { name: "root_cause.name", type: "text", description: "Name of that CI when the cause was found" },
    { name: "root_cause.confidence", type: "number", description: "0 to 1" },
    { name: "root_cause.explanation", type: "text", description: "Why it is the cause, in a sentence" },
    { name: "root_cause_reason", type: "text", description: "Why no cause was found" },
    { name: "services.id", type: "list", isId: true, description: "Ids of the business services that it reaches" },
    { name: "services.name", type: "list", description: "Names of these services when it was analysed" },
    { name: "first_seen", type: "time", description: "When the first of its events happened" },
    ...datesOf("first_seen"),
    { name: "last_seen", type: "time", description: "When one of its events was last reported" },
    { name: "duration", type: "number", description: "Seconds from first_seen to last_seen" },
    { name: "created_at", type: "time", description: "When it was created" },
    { name: "updated_at", type: "time", description: "When it last changed" },
  ],
  free: [],
  defaultFields: [
    "id", "status", "severity", "event_count", "open_count", "root_cause.ci_id", "root_cause.name",
    "root_cause.confidence", "services.name", "first_seen", "last_seen",
  ],
  timeField: "first_seen",
  steps: ["ci"],
  pathField: "affected_cis",
  defaultOrder: { field: "last_seen", direction: "desc" },
};
