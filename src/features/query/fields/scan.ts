import { SCAN_STATUSES } from "../../inventory/index.ts";
import type { Entity } from "./entity.ts";
import { datesOf } from "./parts-of-time.ts";

export const scanEntity: Entity = {
  name: "scan",
  store: "postgres",
  scopes: ["discovery.read"],
  fields: [
    { name: "id", type: "text", isId: true, description: "Id" },
    { name: "scanner_id", type: "text", isId: true, description: "The scanner that sent it" },
    { name: "scan_type", type: "text", description: "Kind of scan as the scanner says, such as full" },
    { name: "status", type: "text", values: SCAN_STATUSES, description: "Whether its hosts are processed" },
    { name: "hosts.total", type: "number", description: "Hosts in it" },
    { name: "hosts.processed", type: "number", description: "Hosts that became CIs or were found to be one" },
    { name: "hosts.failed", type: "number", description: "Hosts that could not be processed" },
    { name: "hosts.parked", type: "number", description: "Hosts that nothing identifies" },
    { name: "error", type: "text", description: "Why it failed" },
    { name: "created_at", type: "time", description: "When it arrived" },
    ...datesOf("created_at"),
    { name: "completed_at", type: "time", description: "When its last host was processed" },
    { name: "duration", type: "number", description: "Seconds from created_at to completed_at" },
  ],
  free: [],
  defaultFields: [
    "id",
    "scanner_id",
    "scan_type",
    "status",
    "hosts.total",
    "hosts.processed",
    "hosts.failed",
    "hosts.parked",
    "created_at",
    "completed_at",
  ],
  timeField: "created_at",
  steps: [],
  defaultOrder: { field: "created_at", direction: "desc" },
};
