import type { Sql } from "../../platform/postgres/postgres.ts";
import { isFlapping } from "./decide-event.ts";
import type { EventView, StoredEvent } from "./event.model.ts";
import { maintenanceStore } from "./maintenance.store.ts";

/** Shows events as they are at that time, of which those that will be asked for are named. */
export async function createViewOf(
  sql: Sql,
  tenantId: string,
  events: readonly StoredEvent[],
  now: Date,
): Promise<(event: StoredEvent) => EventView> {
  const ciIds = [...new Set(events.flatMap(({ affectedCis }) => affectedCis))];
  const resting = await maintenanceStore.underMaintenance(sql, tenantId, ciIds, now);
  return (event) => ({
    ...event,
    flapping: isFlapping(event, now),
    suppressed: event.affectedCis.some((id) => resting.has(id)),
  });
}
