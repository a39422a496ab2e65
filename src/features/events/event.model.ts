/** Section 2 of the interface specification. The first is the gravest. */
export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Section 3 of the interface specification. */
export const EVENT_STATUSES = ["open", "acknowledged", "resolved"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Where an event may go from where it is. */
export const MOVES: Readonly<Record<EventStatus, readonly EventStatus[]>> = {
  open: ["acknowledged", "resolved"],
  acknowledged: ["open", "resolved"],
  resolved: ["open"],
};

/** Characters that the members of an event may have, and entries where they are lists. */
export const LONGEST = {
  title: 1_000,
  description: 20_000,
  source: 128,
  sourceId: 512,
  host: 255,
  comment: 5_000,
  reason: 1_000,
  affectedCis: 1_000,
} as const;

/** By what the host of an event is known, each as its sender wrote it. */
export interface HostNames {
  hostname: string | null;
  fqdn: string | null;
  ipAddress: string | null;
}

/** What a sender says happened. */
export interface IncomingEvent extends HostNames {
  title: string;
  description: string | null;
  severity: Severity;
  /** By which a repeat and the end of the trouble find the event; null: every message is a new one. */
  sourceId: string | null;
  /** The state that the message tells: `resolved` ends an event, and says nothing else of it. */
  status: EventStatus;
  /** When it happened, where the message says so. */
  occurredAt: Date | null;
  metrics: Record<string, unknown>;
  /** What else the message tells: labels, tags, addresses of pages. */
  context: Record<string, unknown>;
  /** When the source said so, where its signature vouches for that: what is not newer than its last word changes nothing. */
  toldAt?: Date | undefined;
}

/** Changes within this time, in milliseconds, that make an event a flapping one. */
export const FLAPPING = { changes: 4, withinMs: 600_000 } as const;

/** An event as it stands. */
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
  /** The time that ordering uses. */
  occurredAt: Date;
  lastSeen: Date;
  occurrences: number;
  resolvedAt: Date | null;
  /** The last changes of its status, at most as many as make it flap, oldest first. */
  changedAt: Date[];
  version: number;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  /** When the source said its last word, where a signature vouches for it. */
  toldAt: Date | null;
}

/** What is worked out when an event is read. */
export interface EventView extends StoredEvent {
  /** It changed its status often of late. */
  flapping: boolean;
  /** A CI of it is under maintenance now. */
  suppressed: boolean;
}

/** One change of status, or a note: then both are the same. */
export interface StatusChange {
  id: string;
  from: EventStatus;
  to: EventStatus;
  actor: string;
  comment: string | null;
  at: Date;
}
