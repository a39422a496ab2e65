import { type EventStatus, FLAPPING, type HostNames, type IncomingEvent, type StoredEvent } from "./event.model.ts";

/** A reported event, completed with its id, source, actor and CIs. */
export interface Arrival extends IncomingEvent {
  /** Id of the event if the arrival creates one. */
  id: string;
  source: string;
  /** CIs that the sender named, or that its host names resolved to; undefined if neither gave any. */
  affectedCis: string[] | undefined;
  /** Whether the sender named the CIs itself. */
  namesCis: boolean;
  actor: string;
}

export type Decision =
  | { outcome: "created"; event: StoredEvent; supersedes: StoredEvent | undefined }
  | { outcome: "repeated" | "status_changed"; event: StoredEvent; from: EventStatus }
  /** Not newer than the last signed message: the event does not change. */
  | { outcome: "replayed"; event: StoredEvent };

/** How far a sender's clock may be ahead, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 300_000;

/**
 * Decides whether an arrival repeats the current event of its identity or creates a new one. A repeat may resolve the event,
 * and reopens it within `reopenMs` of its resolution. Notes and acknowledgements survive repeats. A signed message that is
 * replayed or late changes nothing at any age: Amazon SNS delivers at least once and in no order.
 */
export function decideEvent(
  current: StoredEvent | undefined,
  arrival: Arrival,
  { now, reopenMs }: { now: Date; reopenMs: number },
): Decision {
  if (current?.signedAt && arrival.signedAt && arrival.signedAt <= current.signedAt)
    return { outcome: "replayed", event: current };
  const occurredAt = occurrenceTime(arrival.occurredAt, now);
  const isPastReopen = current?.resolvedAt && now.getTime() - current.resolvedAt.getTime() > reopenMs;
  // A `resolved` message for an event that was resolved long ago creates no new event.
  if (!current || (isPastReopen && arrival.status === "open")) {
    return { outcome: "created", event: newEvent(arrival, occurredAt, now), supersedes: current };
  }
  const repeated: StoredEvent = {
    ...current,
    occurrences: current.occurrences + 1,
    lastSeen: now,
    updatedAt: now,
    version: current.version + 1,
    signedAt: arrival.signedAt ?? current.signedAt,
  };
  const status = nextStatus(current.status, arrival.status);
  const updated = arrival.status === "resolved" ? repeated : { ...repeated, ...contentOf(arrival, current) };
  if (status === current.status) return { outcome: "repeated", event: updated, from: current.status };
  const reopened = current.status === "resolved" ? { occurredAt: later(current.occurredAt, occurredAt) } : {};
  return {
    outcome: "status_changed",
    event: withStatus({ ...updated, ...reopened }, status, now),
    from: current.status,
  };
}

/** The event with another status, resolution time and status history. */
export function withStatus(event: StoredEvent, status: EventStatus, now: Date): StoredEvent {
  return {
    ...event,
    status,
    resolvedAt: status === "resolved" ? now : null,
    changedAt: [...event.changedAt, now].slice(-FLAPPING.changes),
    updatedAt: now,
  };
}

/** Whether the status changed `FLAPPING.changes` times within `FLAPPING.withinMs` before `now`. */
export function isFlapping({ changedAt }: Pick<StoredEvent, "changedAt">, now: Date): boolean {
  const [first] = changedAt.slice(-FLAPPING.changes);
  return (
    changedAt.length >= FLAPPING.changes && first !== undefined && now.getTime() - first.getTime() <= FLAPPING.withinMs
  );
}

/** A repeated problem stays acknowledged; a resolved one reopens. */
function nextStatus(current: EventStatus, reported: EventStatus): EventStatus {
  if (reported === "resolved") return reported;
  if (reported === "acknowledged") return current === "resolved" ? current : reported;
  return current === "resolved" ? reported : current;
}

function occurrenceTime(reported: Date | null, now: Date): Date {
  return reported === null || reported.getTime() - now.getTime() > MAX_CLOCK_SKEW_MS ? now : reported;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}

function contentOf(arrival: Arrival, current: StoredEvent): Partial<StoredEvent> {
  const hostNames = hostNamesOf(arrival, current);
  return {
    title: arrival.title,
    description: arrival.description ?? current.description,
    severity: arrival.severity,
    // Replaced as a whole: merging would let a sender that renames its metrics each time grow the event without limit.
    metrics: isEmpty(arrival.metrics) ? current.metrics : arrival.metrics,
    context: isEmpty(arrival.context) ? current.context : arrival.context,
    ...hostNames,
    affectedCis: affectedCisOf(arrival, current),
  };
}

function isEmpty(members: object): boolean {
  return Object.keys(members).length === 0;
}

function hostNamesOf(arrival: HostNames, current: HostNames): HostNames {
  const { hostname, fqdn, ipAddress } = (arrival.hostname ?? arrival.fqdn ?? arrival.ipAddress) ? arrival : current;
  return { hostname, fqdn, ipAddress };
}

/** CIs that the sender names replace the binding; CIs found by host name only fill an empty one. */
function affectedCisOf(arrival: Arrival, current: StoredEvent): string[] {
  if (arrival.affectedCis === undefined) return current.affectedCis;
  return arrival.namesCis || current.affectedCis.length === 0 ? arrival.affectedCis : current.affectedCis;
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
    signedAt: arrival.signedAt ?? null,
  };
}
