import type { BriefRelationshipSnapshot } from "../../model/changes.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { lowestIdAt } from "../../platform/ids.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { backupGraphReads, CHANGE_LABELS } from "./backup.graph.store.ts";
import { postgresStore } from "./postgres.store.ts";

/** Ids of CIs by tenant. */
export type CiIds = Map<string, Set<string>>;

/** A change as stored in the outbox or in history. */
interface StoredChange {
  id: string;
  subject: { kind: string; id: string };
  before: Partial<BriefRelationshipSnapshot> | null;
  after: Partial<BriefRelationshipSnapshot> | null;
}

/** A change gets its id shortly before its transaction commits, and a graph transaction lasts a minute at most. */
const MAX_WRITE_MS = 120_000;

/**
 * Creates a function that returns the CIs changed since its last call. Reads after a call see every change committed before
 * it; later commits are in the result of the next call.
 */
export function createChangeWatch(deps: { graph: Graph; postgres: Postgres; startMs: number }): () => Promise<CiIds> {
  const { graph, postgres } = deps;
  const known = new Set<string>();
  const since = lowestIdAt(deps.startMs - MAX_WRITE_MS);

  return async () => {
    const found: CiIds = new Map();
    const record = (tenantId: string, change: StoredChange) => {
      if (known.has(change.id)) return;
      known.add(change.id);
      const touched = found.get(tenantId) ?? new Set();
      for (const ci of cisOf(change)) touched.add(ci);
      found.set(tenantId, touched);
    };
    // The graph first: a change leaves the outbox only after Postgres has stored it.
    for (const label of CHANGE_LABELS) {
      for await (const { tenant, properties } of backupGraphReads.changes(graph, label)) {
        // Unlike the relay it accepts every record: one that the relay rejects must not block backups.
        for (const change of JSON.parse(properties.entries) as StoredChange[]) record(tenant, change);
      }
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

/** Adds `more` to `ids`. */
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
