import type { Entity } from "./entity.ts";
import { datesOf } from "./parts-of-time.ts";

export const historyEntity: Entity = {
  name: "history",
  store: "postgres",
  scopes: ["cmdb.read"],
  fields: [
    { name: "id", type: "text", isId: true, description: "Id" },
    { name: "action", type: "text", description: "What happened, such as ci.created or relationship.deleted" },
    {
      name: "subject.kind",
      type: "text",
      description: "Kind of the thing: ci, relationship, relationship_type or scan",
    },
    { name: "subject.id", type: "text", isId: true, description: "Id of the thing" },
    { name: "ci_id", type: "text", isId: true, description: "Id of the CI, of changes of CIs" },
    { name: "name", type: "text", description: "Name after the change, before it where it deletes" },
    { name: "type", type: "text", description: "Type after the change, before it where it deletes" },
    { name: "status", type: "text", description: "Status after the change, before it where it deletes" },
    { name: "before", type: "object", description: "State before" },
    { name: "after", type: "object", description: "State after" },
    { name: "before.name", type: "text", description: "Name before" },
    { name: "before.status", type: "text", description: "Status before" },
    { name: "after.name", type: "text", description: "Name after" },
    { name: "after.status", type: "text", description: "Status after" },
    { name: "version", type: "number", description: "Version of the thing after the change" },
    { name: "actor", type: "text", isId: true, description: "Who did it: a user's id, kind:id or system" },
    { name: "request_id", type: "text", isId: true, description: "Id of the request" },
    { name: "at", type: "time", description: "When" },
    ...datesOf("at"),
  ],
  free: [],
  defaultFields: ["id", "action", "subject.kind", "subject.id", "name", "type", "status", "actor", "at"],
  timeField: "at",
  steps: ["ci"],
  pathField: "ci_id",
  defaultOrder: { field: "at", direction: "desc" },
};
