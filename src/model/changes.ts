import type { CiStatus } from "./ci-types.ts";
import { isObject } from "./json.ts";
import { isEqualJson } from "./merge-patch.ts";

// Snapshots and kinds of changes. They are stored permanently, in the outbox, in history, in webhook messages and in
// backups: members are added, never renamed or removed, and added members are optional, because records of older
// versions lack them. All times are ISO 8601 texts in UTC.

type Fields = Record<string, unknown>;

/** A CI as callers see it. */
export interface CiSnapshot {
  id: string;
  name: string;
  type: string;
  description: string | null;
  status: CiStatus;
  attributes: Fields;
  custom_fields: Fields;
  created_at: string;
  created_by: string;
  updated_at: string;
  updated_by: string;
}

/** A new CI that is probably a clone of others. */
export interface CloneSnapshot {
  id: string;
  name: string;
  /** Ids of CIs. */
  clone_of: string[];
}

/** Members that all relationship changes have. `type` is the public spelling; the ends are ids of CIs. */
export interface BriefRelationshipSnapshot {
  id: string;
  type: string;
  source_ci: string;
  target_ci: string;
  attributes: unknown;
}

interface RelationshipEnd {
  id: string;
  name: string;
  type: string;
}

/** With the members that only changes of a single relationship carry. */
export interface RelationshipSnapshot extends BriefRelationshipSnapshot {
  source?: RelationshipEnd;
  target?: RelationshipEnd;
  discovered_by?: string | null;
  confidence?: number;
  first_seen?: string | null;
  last_seen?: string | null;
  created_at?: string;
  created_by?: string;
  updated_at?: string;
}

/** A completed scan. `hosts` counts hosts by outcome; absent if the scan was removed meanwhile. */
export interface ScanSnapshot {
  id: string;
  scanner_id: string;
  scan_type: string;
  status?: string;
  hosts?: { total: number; processed: number; failed: number; parked: number };
}

type EventStatus = "open" | "acknowledged" | "resolved";

/** An event as callers see it. */
export interface EventSnapshot {
  id: string;
  title: string;
  description: string | null;
  severity: string;
  status: EventStatus;
  source: string;
  source_id: string | null;
  /** Ids of CIs. */
  affected_cis: string[];
  hostname: string | null;
  fqdn: string | null;
  ip_address: string | null;
  metrics: Fields;
  context: Fields;
  occurred_at: string;
  last_seen: string;
  occurrences: number;
  flapping: boolean;
  suppressed: boolean;
  /** What it says is wrong, e.g. `latency`. */
  symptom: string;
  /** How far its measured value is from normal, as a share of normal. */
  deviation: number | null;
  resolved_at: string | null;
  created_at: string;
  created_by: string;
  updated_at: string;
}

/** A completed report, without its content. */
export interface ReportSnapshot {
  id: string;
  name: string;
  template_id: string;
  category: string;
  format: string;
  status: string;
  shared: boolean;
  created_by: string;
  created_at: string;
  completed_at: string;
  expires_at: string;
  size_bytes: number;
  rows: number;
  download_url: string;
}

/** The members of a removed event that consumers need. */
export type RemovedEventSnapshot = Pick<EventSnapshot, "id" | "status" | "affected_cis">;

interface ChangeOf<Kind extends string, Subject extends string, Before, After> {
  kind: Kind;
  subject: { kind: Subject; id: string };
  /** The subject's version after the change: orders the changes of one subject. */
  version: number;
  before: Before;
  after: After;
}

/** A restored CI keeps its id; its restored relationships appear as `relationship.created`. */
export type CiChange =
  | ChangeOf<"ci.created" | "ci.restored", "ci", null, CiSnapshot>
  | ChangeOf<"ci.updated", "ci", CiSnapshot, CiSnapshot>
  | ChangeOf<"ci.deleted", "ci", CiSnapshot, null>
  | ChangeOf<"ci.clone_detected", "ci", null, CloneSnapshot>;

export type RelationshipChange =
  | ChangeOf<"relationship.created", "relationship", null, RelationshipSnapshot>
  | ChangeOf<"relationship.updated", "relationship", RelationshipSnapshot, RelationshipSnapshot>
  | ChangeOf<"relationship.deleted", "relationship", RelationshipSnapshot, null>;

/** A failure direction of a tenant's own relationship type; the subject's id is the type's key. */
export interface RelationshipTypeSnapshot {
  name: string;
  failure: string;
}

export type RelationshipTypeChange = ChangeOf<
  "relationship_type.updated",
  "relationship_type",
  RelationshipTypeSnapshot,
  RelationshipTypeSnapshot
>;

export type ScanChange = ChangeOf<"scan.completed", "scan", null, ScanSnapshot>;

/** `event.updated` covers every change but a new status: repeats, CIs found later. */
export type EventChange =
  | ChangeOf<"event.created", "event", null, EventSnapshot>
  | ChangeOf<"event.status_changed" | "event.updated", "event", EventSnapshot | null, EventSnapshot>
  | ChangeOf<"event.removed", "event", RemovedEventSnapshot, null>;

export type ReportChange = ChangeOf<"report.completed", "report", null, ReportSnapshot>;

/** An instance that a CVE affects. */
export interface VulnerabilitySnapshot {
  cve: string;
  severity: string;
  /** Base score, 0 to 10. */
  score: number | null;
  epss: number | null;
  /** In the catalogue of known exploited vulnerabilities. */
  kev: { added: string | null; due: string | null } | null;
  published: string | null;
  summary: string;
  status: string;
  reason: string;
  criterion: string | null;
  instance: { id: string; name: string };
  server: { id: string; name: string } | null;
  /** Of a message that stands for many findings, of which it shows the most urgent: how many, that one included. */
  gathered: {
    /** Pairs of instance and CVE. */
    findings: number;
    vulnerabilities: number;
    /** Of these vulnerabilities. */
    known_exploited: number;
    instances: number;
    servers: number;
    /** Ids of the most urgent CVEs, at most 20. */
    most_urgent: string[];
  } | null;
}

/** A decision of a person on a CVE; `ci_id` null: for all instances. */
export interface DecisionSnapshot {
  cve: string;
  ci_id: string | null;
  decision: string;
  reason: string;
  until: string | null;
  decided_at: string;
  decided_by: string;
}

export type VulnerabilityChange =
  | ChangeOf<"vulnerability.found", "vulnerability", null, VulnerabilitySnapshot>
  | ChangeOf<"vulnerability.decided", "vulnerability", DecisionSnapshot | null, DecisionSnapshot>
  | ChangeOf<"vulnerability.decision_withdrawn", "vulnerability", DecisionSnapshot, null>
  | ChangeOf<"vulnerability.decision_over", "vulnerability", DecisionSnapshot, null>;

/** A change of one subject, without actor and time. */
export type AnyChange =
  | VulnerabilityChange
  | CiChange
  | RelationshipChange
  | RelationshipTypeChange
  | ScanChange
  | EventChange
  | ReportChange;

export function isCiChange<C extends AnyChange>(change: C): change is Extract<C, CiChange> {
  return change.subject.kind === "ci";
}

/** The CI that a change created, updated or restored; undefined for every other change. */
export function savedCi(change: AnyChange): CiSnapshot | undefined {
  const isSaved = change.kind === "ci.created" || change.kind === "ci.updated" || change.kind === "ci.restored";
  return isSaved ? change.after : undefined;
}

/** False for a change that leaves type, attributes and custom fields of a CI as they were. */
export function hasNewFields(change: AnyChange): boolean {
  if (change.kind !== "ci.updated") return true;
  const { before, after } = change;
  return (
    before.type !== after.type ||
    !isEqualJson(before.attributes, after.attributes) ||
    !isEqualJson(before.custom_fields, after.custom_fields)
  );
}

type Check = (state: Fields) => boolean;
const texts =
  (...names: string[]): Check =>
  (state) =>
    names.every((name) => typeof state[name] === "string");
const isCi: Check = (state) =>
  texts("id", "type", "name", "status")(state) && isObject(state.attributes) && isObject(state.custom_fields);
const isClone: Check = (state) => texts("id", "name")(state) && Array.isArray(state.clone_of);
const isRelationship = texts("id", "type", "source_ci", "target_ci");
const isType = texts("name", "failure");
const isScan = texts("id", "scanner_id");

/** Checks of `before` and `after` by kind; null: the snapshot must be null. */
const STORED_SHAPES: Record<string, { subject: string; before: Check | null; after: Check | null }> = {
  "ci.created": { subject: "ci", before: null, after: isCi },
  "ci.restored": { subject: "ci", before: null, after: isCi },
  "ci.updated": { subject: "ci", before: isCi, after: isCi },
  "ci.deleted": { subject: "ci", before: isCi, after: null },
  "ci.clone_detected": { subject: "ci", before: null, after: isClone },
  "relationship.created": { subject: "relationship", before: null, after: isRelationship },
  "relationship.updated": { subject: "relationship", before: isRelationship, after: isRelationship },
  "relationship.deleted": { subject: "relationship", before: isRelationship, after: null },
  "relationship_type.updated": { subject: "relationship_type", before: isType, after: isType },
  "scan.completed": { subject: "scan", before: null, after: isScan },
} satisfies Record<StoredChange["kind"], object>;

/** Changes of the graph, and scans. */
export type StoredChange = CiChange | RelationshipChange | RelationshipTypeChange | ScanChange;

/**
 * Whether a stored value is a change of the graph or a scan, written by this or an older version: a known kind, and
 * snapshots with the members that consumers depend on. Further members are ignored.
 */
export function isStoredChange(value: unknown): value is StoredChange {
  if (!isObject(value) || typeof value.kind !== "string" || !isObject(value.subject)) return false;
  const { kind, subject, before, after } = value;
  const stored = Object.hasOwn(STORED_SHAPES, kind) ? STORED_SHAPES[kind] : undefined;
  if (!stored || subject.kind !== stored.subject || typeof subject.id !== "string") return false;
  if (!Number.isInteger(value.version)) return false;
  return hasShape(before, stored.before) && hasShape(after, stored.after);
}

function hasShape(state: unknown, check: Check | null): boolean {
  return check === null ? state === null : isObject(state) && check(state);
}
