/** Section 2 of the interface specification, the most severe first. */
export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Section 3 of the interface specification. */
export const EVENT_STATUSES = ["open", "acknowledged", "resolved"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Statuses to which an event may change, by its current status. */
export const ALLOWED_TRANSITIONS: Readonly<Record<EventStatus, readonly EventStatus[]>> = {
  open: ["acknowledged", "resolved"],
  acknowledged: ["open", "resolved"],
  resolved: ["open"],
};

/** Largest number of characters of an event's texts, and of entries of its lists. */
export const EVENT_LIMITS = {
  title: 1_000,
  description: 20_000,
  source: 128,
  sourceId: 512,
  host: 255,
  comment: 5_000,
  reason: 1_000,
  affectedCis: 1_000,
} as const;

/** Names and address of an event's host, each as the sender wrote it. */
export interface HostNames {
  hostname: string | null;
  fqdn: string | null;
  ipAddress: string | null;
}

/** An event as its sender reports it. */
export interface IncomingEvent extends HostNames {
  title: string;
  description: string | null;
  severity: Severity;
  /** The sender's id of the problem: repeats and the recovery find the event by it. Null: every message creates an event. */
  sourceId: string | null;
  /** `resolved` resolves the current event; the other members of such a message are ignored. */
  status: EventStatus;
  /** When it happened; null if the message does not say. */
  occurredAt: Date | null;
  metrics: Record<string, unknown>;
  /** Further content: labels, tags, addresses of pages. */
  context: Record<string, unknown>;
  /** Time of the message where the source's signature vouches for it. A message not newer than the last one changes nothing. */
  signedAt?: Date | undefined;
}

/** An event flaps after this many status changes within this time, in milliseconds. */
export const FLAPPING = { changes: 4, withinMs: 600_000 } as const;

/** An event as stored. */
export interface StoredEvent extends HostNames {
  id: string;
  title: string;
  description: string | null;
  severity: Severity;
  status: EventStatus;
  source: string;
  sourceId: string | null;
  affectedCis: string[];
  metrics: Record<string, unknown>;
  context: Record<string, unknown>;
  /** The default sort key of lists. */
  occurredAt: Date;
  lastSeen: Date;
  occurrences: number;
  resolvedAt: Date | null;
  /** Times of the last status changes, oldest first, at most `FLAPPING.changes`. */
  changedAt: Date[];
  version: number;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  /** Time of the last message for which a signature vouches. */
  signedAt: Date | null;
}

/** An event with the members that are computed when it is read. */
export interface EventView extends StoredEvent {
  /** Its status changed often within the last minutes, see `FLAPPING`. */
  flapping: boolean;
  /** One of its CIs is under maintenance now. */
  suppressed: boolean;
}

/** One change of status, or a note: then `from` and `to` are the same. */
export interface StatusChange {
  id: string;
  from: EventStatus;
  to: EventStatus;
  actor: string;
  comment: string | null;
  at: Date;
}
