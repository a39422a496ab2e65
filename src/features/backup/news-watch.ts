import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { backupGraphReads } from "./backup.graph.store.ts";
import { postgresStore } from "./postgres.store.ts";

/** Ids of CIs by tenant. */
export type CiIds = Map<string, Set<string>>;

interface Subject {
  kind: string;
  id: string;
}

/** News gets its id shortly before it commits; a transaction of the graph lasts a minute at most. */
const LONGEST_WRITE_MS = 120_000;
const PAGE = 200;

/**
 * Tells which CIs have changed since the last call. Whatever was visible by then is the business of who reads after that
 * call; what commits later is told by the next one.
 */
export function createNewsWatch(deps: { graph: Graph; postgres: Postgres; startMs: number }): () => Promise<CiIds> {
  const { graph, postgres } = deps;
  const known = new Set<string>();
  const since = lowestId(deps.startMs - LONGEST_WRITE_MS);

  return async () => {
    const found: CiIds = new Map();
    const note = (tenantId: string, id: string, subject: Subject, before: unknown, after: unknown) => {
      if (known.has(id)) return;
      known.add(id);
      const touched = found.get(tenantId) ?? new Set();
      for (const ci of cisOf(subject, before, after)) touched.add(ci);
      found.set(tenantId, touched);
    };
    // The graph first: news leaves it only after Postgres has it.
    for await (const node of backupGraphReads.pendingNews(graph, PAGE)) {
      const entries = JSON.parse(node.entries) as { id: string; subject: Subject; before: unknown; after: unknown }[];
      for (const { id, subject, before, after } of entries) note(node.tenant, id, subject, before, after);
    }
    for (const tenant of await postgresStore.tenantIds(postgres)) {
      for (const row of await postgresStore.history(postgres, tenant, since)) {
        note(tenant, row.id, { kind: row.subject_kind, id: row.subject_id }, row.before, row.after);
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
export function addTo(ids: CiIds, more: CiIds): void {
  for (const [tenant, each] of more) ids.set(tenant, new Set([...(ids.get(tenant) ?? []), ...each]));
}

/** The CI itself, or both ends of a relationship. */
function cisOf(subject: Subject, before: unknown, after: unknown): string[] {
  if (subject.kind === "ci") return [subject.id];
  if (subject.kind !== "relationship") return [];
  const states = [before, after].filter((state) => state !== null && typeof state === "object");
  const ends = states.flatMap((state) => {
    const { source, target, source_ci, target_ci } = state as Record<string, unknown>;
    return [source_ci, target_ci, idOf(source), idOf(target)];
  });
  return [...new Set(ends)].filter((id) => typeof id === "string");
}

function idOf(end: unknown): unknown {
  return end !== null && typeof end === "object" ? (end as { id?: unknown }).id : end;
}

/** The lowest UUIDv7 of that millisecond. */
function lowestId(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
