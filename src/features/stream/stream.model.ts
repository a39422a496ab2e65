import type { Scope } from "../../model/scopes.ts";

/** A kind of things whose changes are told, with the scope that reads such things and the name of its messages. */
export const STREAM_KINDS = {
  ci: { scope: "cmdb.read", event: "ci.changed" },
  relationship: { scope: "cmdb.read", event: "relationship.changed" },
  event: { scope: "events.read", event: "event.changed" },
  incident: { scope: "events.read", event: "incident.changed" },
  scan: { scope: "discovery.read", event: "scan.changed" },
  enrichment_run: { scope: "cmdb.read", event: "run.changed" },
  report: { scope: "reports.read", event: "run.changed" },
  change_analysis: { scope: "cmdb.read", event: "run.changed" },
  vulnerability: { scope: "cmdb.read", event: "vulnerability.changed" },
  demo: { scope: "cmdb.read", event: "run.changed" },
} as const satisfies Record<string, { scope: Scope; event: string }>;

export type StreamKind = keyof typeof STREAM_KINDS;

export const STREAM_KIND_NAMES = Object.keys(STREAM_KINDS) as [StreamKind, ...StreamKind[]];

/** Scopes of which a follower needs one. */
export const STREAM_SCOPES = ["cmdb.read", "events.read", "discovery.read", "reports.read"] as const;

/** Things of one kind that one message names; of more it tells only the number. Also in the migration. */
export const MAX_ITEMS = 50;

/** A changed thing: its id and what is shown of it. */
export interface StreamItem {
  id: string;
  /** Of a report that is not shared: the user who alone is told of it, besides administrators. Never sent. */
  owner?: string | null;
  [shown: string]: unknown;
}

/** Changed things of one kind; `items` is null where they are more than `MAX_ITEMS`. */
export interface ChangedThings {
  kind: StreamKind;
  count: number;
  items: StreamItem[] | null;
}

export interface TenantChanges extends ChangedThings {
  tenantId: string;
}

/**
 * What a follower has been told: every transaction that `snapshot` sees, a `pg_snapshot` as text. A number would not do:
 * transactions commit in another order than they begin, and a reader would skip those that commit late.
 */
export interface Position {
  /** Changes when the entries are lost, in a crash or a restore. */
  epoch: string;
  snapshot: string;
}

/** Why a follower was not told of everything and must read anew what it shows. */
export type ResetReason = "unknown_id" | "expired_id" | "entries_lost";

/** Why a stream ended by the service's will. */
export type ByeReason = "stopping" | "credential_ended" | "rights_changed" | "slow_reader" | "time_is_up";

export function textOfPosition({ epoch, snapshot }: Position): string {
  return `${epoch}.${snapshot}`;
}

/** Parses an id that a follower gives back; undefined unless it has the form of one. */
export function parsePosition(text: string): Position | undefined {
  const [, epoch, xmin, xmax, running] =
    /^([0-9a-f]{12})\.([1-9]\d{0,17}):([1-9]\d{0,17}):((?:\d{1,18},)*\d{0,18})$/.exec(text) ?? [];
  if (epoch === undefined || xmin === undefined || xmax === undefined || running === undefined) return undefined;
  const bounds = [BigInt(xmin), ...(running === "" ? [] : running.split(",").map(BigInt))];
  const isAscending = bounds.every((xid, i) => i < 2 || xid > bounds[i - 1]!);
  const isWithin = bounds.every((xid) => xid >= bounds[0]! && xid <= BigInt(xmax));
  const isBelow = bounds.slice(1).every((xid) => xid < BigInt(xmax));
  return isAscending && isWithin && isBelow ? { epoch, snapshot: `${xmin}:${xmax}:${running}` } : undefined;
}
