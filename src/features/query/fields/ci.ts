import { CI_STATUSES, canonicalType } from "../../../model/ci-types.ts";
import { nameKey } from "../../../model/identifiers.ts";
import type { Entity, Field } from "./entity.ts";
import { datesOf } from "./parts-of-time.ts";

/** Fields of every CI, which services share. */
export const CI_FIELDS: readonly Field[] = [
  { name: "id", type: "text", isId: true, description: "Id" },
  { name: "name", type: "text", normalize: nameKey, description: "Name" },
  {
    name: "type",
    type: "text",
    normalize: canonicalType,
    description: "Kind of thing in canonical form, such as server, application, database or business_service",
  },
  { name: "status", type: "text", values: CI_STATUSES, description: "Whether it is in use" },
  { name: "description", type: "text", description: "Description" },
  { name: "attributes", type: "object", description: "Attributes by key; `attributes.os` is one of them" },
  { name: "custom_fields", type: "object", description: "Further fields by key; `custom_fields.owner` is one of them" },
  { name: "created_at", type: "time", description: "When it was created" },
  ...datesOf("created_at"),
  { name: "created_by", type: "text", isId: true, description: "Who created it: a user's id or kind:id" },
  { name: "updated_at", type: "time", description: "When it last changed" },
  ...datesOf("updated_at"),
  { name: "updated_by", type: "text", isId: true, description: "Who changed it last" },
  { name: "relationships.count", type: "number", description: "Number of its relationships, either way" },
];

export const ciEntity: Entity = {
  name: "ci",
  store: "graph",
  scopes: ["cmdb.read"],
  fields: [
    ...CI_FIELDS,
    { name: "impact.distance", type: "number", description: "With `impact`: relationships between the two CIs" },
    {
      name: "impact.required",
      type: "boolean",
      description: "With `impact`: false where every path leads over an optional relationship",
    },
    {
      name: "impact.redundancy",
      type: "text",
      values: ["none", "covered", "lost"],
      description: "With `impact`: whether a redundant peer replaces what fails",
    },
  ],
  free: ["attributes", "custom_fields"],
  defaultFields: ["id", "name", "type", "status"],
  timeField: "created_at",
  steps: [],
  pathField: "id",
  defaultOrder: { field: "id", direction: "asc" },
};
