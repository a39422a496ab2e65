import type { ChangeStatus } from "./change-status.ts";
import type { IngestEvent } from "./ingest-events.ts";
import type { WindowVerbs } from "./maintenance-windows.ts";
import type { ReadEvents } from "./read-events.ts";
import type { ReceiveWebhook } from "./receive-webhook.ts";

/** Operations on events. */
export interface EventVerbs extends ReadEvents {
  ingest: IngestEvent;
  changeStatus: ChangeStatus;
  receive: ReceiveWebhook;
  windows: WindowVerbs;
}
