import { CI_STATUSES } from "../../../model/ci-types.ts";
import { nameKey } from "../../../model/identifiers.ts";
import type { Entity } from "./entity.ts";
import { datesOf } from "./parts-of-time.ts";

export const softwareEntity: Entity = {
  name: "software",
  store: "graph",
  scopes: ["cmdb.read"],
  fields: [
    { name: "id", type: "text", isId: true, description: "Id of the software instance" },
    { name: "ci_id", type: "text", isId: true, description: "Id of the software instance, which is a CI" },
    { name: "name", type: "text", normalize: nameKey, description: "Name as reported" },
    { name: "type", type: "text", description: "software_instance" },
    { name: "status", type: "text", values: CI_STATUSES, description: "Whether it is in use" },
    { name: "version", type: "text", description: "Version as reported" },
    { name: "vendor", type: "text", description: "Maker as reported; where nothing is, the maker of the product" },
    { name: "product", type: "text", description: "Name of the product that it is an instance of" },
    { name: "family", type: "text", description: "Kind of software, such as Databases" },
    { name: "architecture", type: "text", description: "Architecture as reported" },
    { name: "install_location", type: "text", description: "Folder as reported" },
    { name: "attributes", type: "object", description: "Attributes of the instance by key" },
    { name: "custom_fields", type: "object", description: "Further fields of the instance by key" },
    { name: "first_seen", type: "time", description: "When a scan first found the installation" },
    ...datesOf("first_seen"),
    { name: "last_seen", type: "time", description: "When a change of the installation was last recorded" },
    ...datesOf("last_seen"),
    { name: "created_at", type: "time", description: "When the instance was created" },
    ...datesOf("created_at"),
    { name: "updated_at", type: "time", description: "When the instance last changed" },
    ...datesOf("updated_at"),
  ],
  free: ["attributes", "custom_fields"],
  defaultFields: ["id", "name", "type", "status", "version", "vendor", "family", "ci_id", "server.id", "server.name"],
  timeField: "created_at",
  steps: ["server"],
  pathField: "id",
  defaultOrder: { field: "id", direction: "asc" },
};
