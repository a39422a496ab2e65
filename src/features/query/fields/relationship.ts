import { typeKey } from "../../../model/relationships.ts";
import type { Entity } from "./entity.ts";
import { datesOf } from "./parts-of-time.ts";

export const relationshipEntity: Entity = {
  name: "relationship",
  store: "graph",
  scopes: ["cmdb.read"],
  fields: [
    { name: "id", type: "text", isId: true, description: "Id" },
    {
      name: "type",
      type: "text",
      normalize: typeKey,
      description: "Type in any spelling, such as depends_on, runs_on or Installed On",
    },
    { name: "attributes", type: "object", description: "Attributes by key, such as `attributes.port`" },
    {
      name: "discovered_by",
      type: "text",
      description: "Who found it. Relationships that a model found count only in forms that name this field",
    },
    { name: "confidence", type: "number", description: "0 to 1; 1 unless set" },
    { name: "first_seen", type: "time", description: "When it was first observed" },
    ...datesOf("first_seen"),
    {
      name: "last_seen",
      type: "time",
      description: "When it was last observed; of what scans found, when a scan last held it",
    },
    ...datesOf("last_seen"),
    { name: "created_at", type: "time", description: "When it was created" },
    ...datesOf("created_at"),
    { name: "created_by", type: "text", isId: true, description: "Who created it" },
    { name: "updated_at", type: "time", description: "When it last changed" },
    ...datesOf("updated_at"),
  ],
  free: ["attributes"],
  defaultFields: ["id", "type", "source.id", "source.name", "target.id", "target.name"],
  timeField: "created_at",
  steps: ["source", "target"],
  defaultOrder: { field: "id", direction: "asc" },
};
