import type { EventSnapshot } from "../../model/changes.ts";
import {
  type EventStatus,
  type EventView,
  FLAPPING,
  type HostNames,
  type IncomingEvent,
  type StoredEvent,
} from "./event.model.ts";

/** What a sender says, with what is known besides when it arrives. */
export interface Arrival extends IncomingEvent {
  /** Of the event, should it be a new one. */
  id: string;
  source: string;
  /** CIs that the sender names, or that its host was found to be; undefined: none were named and none found. */
  affectedCis: string[] | undefined;
  /** Whether the sender named the CIs itself. */
  named: boolean;
  actor: string;
}

export type Decision =
  | { outcome: "created"; event: StoredEvent; supersedes: StoredEvent | undefined }
  | { outcome: "repeated" | "moved"; event: StoredEvent; from: EventStatus }
  /** Said before, or older than what was said last: the event stays as it is. */
  | { outcome: "replayed"; event: StoredEvent };

/** What a sender's clock may be ahead, in milliseconds. */
const MOST_AHEAD_MS = 300_000;

/**
 * What becomes of an arrival: a repeat of the current event of its identity, which it opens again within the window and
 * whose end it may tell, or a new event. Notes and acknowledgements survive repeats. What a signed message says again, by
 * replay or late, changes nothing at any age: Amazon SNS delivers at least once and in no order.
 */
export function decideEvent(
  current: StoredEvent | undefined,
  arrival: Arrival,
  { now, reopenMs }: { now: Date; reopenMs: number },
): Decision {
  if (current?.toldAt && arrival.toldAt && arrival.toldAt <= current.toldAt)
    return { outcome: "replayed", event: current };
  const occurredAt = happenedAt(arrival.occurredAt, now);
  const isOver = current?.resolvedAt && now.getTime() - current.resolvedAt.getTime() > reopenMs;
  // The end of what ended long ago begins nothing.
  if (!current || (isOver && arrival.status === "open")) {
    return { outcome: "created", event: newEvent(arrival, occurredAt, now), supersedes: current };
  }
  const seen: StoredEvent = {
    ...current,
    occurrences: current.occurrences + 1,
    lastSeen: now,
    updatedAt: now,
    version: current.version + 1,
    toldAt: arrival.toldAt ?? current.toldAt,
  };
  const status = nextStatus(current.status, arrival.status);
  const told = arrival.status === "resolved" ? seen : { ...seen, ...contentOf(arrival, current) };
  if (status === current.status) return { outcome: "repeated", event: told, from: current.status };
  const reopened = current.status === "resolved" ? { occurredAt: later(current.occurredAt, occurredAt) } : {};
  return { outcome: "moved", event: moved({ ...told, ...reopened }, status, now), from: current.status };
}

/** The event with another status. */
export function moved(event: StoredEvent, status: EventStatus, now: Date): StoredEvent {
  return {
    ...event,
    status,
    resolvedAt: status === "resolved" ? now : null,
    changedAt: [...event.changedAt, now].slice(-FLAPPING.changes),
    updatedAt: now,
  };
}

/** Whether its status changed often of late. */
export function isFlapping({ changedAt }: Pick<StoredEvent, "changedAt">, now: Date): boolean {
  const [first] = changedAt.slice(-FLAPPING.changes);
  return (
    changedAt.length >= FLAPPING.changes && first !== undefined && now.getTime() - first.getTime() <= FLAPPING.withinMs
  );
}

/** As it is shown to callers and in changes; in snake case. */
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

/** A problem that is told again stays acknowledged; one that was over is open again. */
function nextStatus(current: EventStatus, told: EventStatus): EventStatus {
  if (told === "resolved") return told;
  if (told === "acknowledged") return current === "resolved" ? current : told;
  return current === "resolved" ? told : current;
}

function happenedAt(told: Date | null, now: Date): Date {
  return told === null || told.getTime() - now.getTime() > MOST_AHEAD_MS ? now : told;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}

function contentOf(arrival: Arrival, current: StoredEvent): Partial<StoredEvent> {
  const names = hostOf(arrival, current);
  return {
    title: arrival.title,
    description: arrival.description ?? current.description,
    severity: arrival.severity,
    // Whole, not member by member: a sender that names its metrics anew each time must not make one event grow for ever.
    metrics: isEmpty(arrival.metrics) ? current.metrics : arrival.metrics,
    context: isEmpty(arrival.context) ? current.context : arrival.context,
    ...names,
    affectedCis: bindingOf(arrival, current),
  };
}

function isEmpty(members: object): boolean {
  return Object.keys(members).length === 0;
}

function hostOf(arrival: HostNames, current: HostNames): HostNames {
  const { hostname, fqdn, ipAddress } = (arrival.hostname ?? arrival.fqdn ?? arrival.ipAddress) ? arrival : current;
  return { hostname, fqdn, ipAddress };
}

/** What the sender names holds; what was only found does not take the place of what stands there. */
function bindingOf(arrival: Arrival, current: StoredEvent): string[] {
  if (arrival.affectedCis === undefined) return current.affectedCis;
  return arrival.named || current.affectedCis.length === 0 ? arrival.affectedCis : current.affectedCis;
}

function newEvent(arrival: Arrival, occurredAt: Date, now: Date): StoredEvent {
  return {
    id: arrival.id,
    title: arrival.title,
    description: arrival.description,
    severity: arrival.severity,
    status: arrival.status,
    source: arrival.source,
    sourceId: arrival.sourceId,
    affectedCis: arrival.affectedCis ?? [],
    hostname: arrival.hostname,
    fqdn: arrival.fqdn,
    ipAddress: arrival.ipAddress,
    metrics: arrival.metrics,
    context: arrival.context,
    occurredAt,
    lastSeen: now,
    occurrences: 1,
    resolvedAt: arrival.status === "resolved" ? now : null,
    changedAt: [],
    version: 1,
    createdAt: now,
    createdBy: arrival.actor,
    updatedAt: now,
    toldAt: arrival.toldAt ?? null,
  };
}
