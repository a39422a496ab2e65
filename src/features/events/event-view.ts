import type { EventSnapshot } from "../../model/changes.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { isFlapping } from "./decide-event.ts";
import { deviationOf } from "./deviation.ts";
import type { EventView, StoredEvent } from "./event.model.ts";
import { maintenanceStore } from "./maintenance.store.ts";
import { symptomOf } from "./symptom.ts";

/** Reads which CIs of `events` are under maintenance at `now`, and returns a function that gives the view of each event. */
export async function loadEventViewer(
  sql: Sql,
  tenantId: string,
  events: readonly StoredEvent[],
  now: Date,
): Promise<(event: StoredEvent) => EventView> {
  return eventViewer(await maintenanceStore.underMaintenance(sql, tenantId, cisOf(events), now), now);
}

/** As `loadEventViewer`, from the ids of the CIs that are under maintenance. */
export function eventViewer(underMaintenance: ReadonlySet<string>, now: Date): (event: StoredEvent) => EventView {
  return (event) => ({
    ...event,
    flapping: isFlapping(event, now),
    suppressed: event.affectedCis.some((id) => underMaintenance.has(id)),
  });
}

/** Distinct ids of the CIs of these events. */
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
    symptom: symptomOf(event),
    deviation: deviationOf(event.metrics),
    resolved_at: event.resolvedAt?.toISOString() ?? null,
    created_at: event.createdAt.toISOString(),
    created_by: event.createdBy,
    updated_at: event.updatedAt.toISOString(),
  };
}
