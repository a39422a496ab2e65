import type { BriefRelationshipSnapshot } from "../../model/changes.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { backupGraphReads } from "./backup.graph.store.ts";
import { postgresStore } from "./postgres.store.ts";

/** Ids of CIs by tenant. */
export type CiIds = Map<string, Set<string>>;

/** As stored, in the outbox or in history. */
interface StoredChange {
  id: string;
  subject: { kind: string; id: string };
  before: Partial<BriefRelationshipSnapshot> | null;
  after: Partial<BriefRelationshipSnapshot> | null;
}

/** A change gets its id shortly before it commits; a transaction of the graph lasts a minute at most. */
const MAX_WRITE_MS = 120_000;
const PAGE = 200;

/**
 * Answers which CIs have changed since the last call. What was visible by then is seen by reads after that call; what
 * commits later is in the answer of the next one.
 */
export function createChangeWatch(deps: { graph: Graph; postgres: Postgres; startMs: number }): () => Promise<CiIds> {
  const { graph, postgres } = deps;
  const known = new Set<string>();
  const since = lowestId(deps.startMs - MAX_WRITE_MS);

  return async () => {
    const found: CiIds = new Map();
    const record = (tenantId: string, change: StoredChange) => {
      if (known.has(change.id)) return;
      known.add(change.id);
      const touched = found.get(tenantId) ?? new Set();
      for (const ci of cisOf(change)) touched.add(ci);
      found.set(tenantId, touched);
    };
    // The graph first: a change leaves it only after Postgres has it.
    for await (const node of backupGraphReads.pendingChanges(graph, PAGE)) {
      // Unlike the relay it passes none by: a node that the relay refuses must not keep backups from being made.
      for (const change of JSON.parse(node.entries) as StoredChange[]) record(node.tenant, change);
    }
    for (const tenantId of await postgresStore.tenantIds(postgres)) {
      for (const { subject_kind: kind, subject_id: id, ...row } of await postgresStore.history(
        postgres,
        tenantId,
        since,
      )) {
        record(tenantId, { ...row, subject: { kind, id } });
      }
    }
    return found;
  };
}

export function countOf(ids: CiIds): number {
  let count = 0;
  for (const each of ids.values()) count += each.size;
  return count;
}

/** Adds the second to the first. */
export function addAll(ids: CiIds, more: CiIds): void {
  for (const [tenant, each] of more) ids.set(tenant, new Set([...(ids.get(tenant) ?? []), ...each]));
}

/** The CI itself, or both ends of a relationship. */
function cisOf({ subject, before, after }: StoredChange): string[] {
  if (subject.kind === "ci") return [subject.id];
  if (subject.kind !== "relationship") return [];
  const ends = [before, after].flatMap((state) => [state?.source_ci, state?.target_ci]);
  return [...new Set(ends)].filter((id) => id !== undefined);
}

/** The lowest UUIDv7 of that millisecond. */
function lowestId(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
