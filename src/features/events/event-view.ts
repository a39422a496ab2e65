import type { EventSnapshot } from "../../model/changes.ts";
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
  return viewWith(await maintenanceStore.underMaintenance(sql, tenantId, cisOf(events), now), now);
}

/** The same where it is known which of their CIs are under maintenance. */
export function viewWith(resting: ReadonlySet<string>, now: Date): (event: StoredEvent) => EventView {
  return (event) => ({
    ...event,
    flapping: isFlapping(event, now),
    suppressed: event.affectedCis.some((id) => resting.has(id)),
  });
}

/** Each once. */
export function cisOf(events: readonly StoredEvent[]): string[] {
  return [...new Set(events.flatMap(({ affectedCis }) => affectedCis))];
}

/** An event as callers and webhooks see it, in snake case. */
export function snapshotOf(event: EventView): EventSnapshot {
  return {
    id: event.id,
    title: event.title,
    description: event.description,
    severity: event.severity,
    status: event.status,
    source: event.source,
    source_id: event.sourceId,
    affected_cis: event.affectedCis,
    hostname: event.hostname,
    fqdn: event.fqdn,
    ip_address: event.ipAddress,
    metrics: event.metrics,
    context: event.context,
    occurred_at: event.occurredAt.toISOString(),
    last_seen: event.lastSeen.toISOString(),
    occurrences: event.occurrences,
    flapping: event.flapping,
    suppressed: event.suppressed,
    resolved_at: event.resolvedAt?.toISOString() ?? null,
    created_at: event.createdAt.toISOString(),
    created_by: event.createdBy,
    updated_at: event.updatedAt.toISOString(),
  };
}
