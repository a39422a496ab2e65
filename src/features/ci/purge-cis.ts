import { DAY_MS } from "../../model/duration.ts";
import { IDENTIFIER_KINDS } from "../../model/identifiers.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { ciReads, ciWrites } from "./ci.store.ts";

export interface PurgeInput {
  tenantId: string;
  /** How long a deleted CI can be restored. */
  olderThanDays: number;
  /**
   * Forgets what other stores keep of these CIs, while their locks are held and before they are gone: after a crash they
   * are found again and it is called again.
   */
  onPurged?: ((ids: string[]) => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
}

/** Answers how many CIs and how many identifiers went. */
export type PurgeCis = (input: PurgeInput) => Promise<{ cis: number; identifiers: number }>;

const PURGE_BATCH_SIZE = 100;
const IDENTIFIER_PAGE_SIZE = 2_000;

/**
 * Forgets for good what was deleted long ago in a tenant: CIs, the relationships that waited for them, and identifiers
 * that no CI has any more. In small transactions, so that it stands in nobody's way; may be broken off and repeated.
 */
export function createPurgeCis(deps: { graph: Graph; clock: Clock }): PurgeCis {
  const { graph, clock } = deps;
  return async ({ tenantId, olderThanDays, onPurged, signal }) => {
    const before = new Date(clock.now().getTime() - olderThanDays * DAY_MS).toISOString();
    let cis = 0;
    for (;;) {
      signal?.throwIfAborted();
      const ids = await ciReads.purgeable(graph, tenantId, before, PURGE_BATCH_SIZE);
      if (ids.length === 0) break;
      cis += await graph.write(async (tx) => {
        const purged = await ciWrites.purge(tx, tenantId, ids);
        if (purged.length > 0) await onPurged?.(purged);
        return purged.length;
      });
    }
    let identifiers = 0;
    for (const kind of IDENTIFIER_KINDS) identifiers += await removeOrphans(graph, tenantId, kind, signal);
    return { cis, identifiers };
  };
}

/** Walks all identifiers of a kind, page by page; each page's orphans go in one transaction. */
async function removeOrphans(
  graph: Graph,
  tenantId: string,
  kind: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  let removed = 0;
  for (let after = ""; ; ) {
    signal?.throwIfAborted();
    const { last, orphans } = await ciReads.orphans(graph, tenantId, kind, after, IDENTIFIER_PAGE_SIZE);
    if (last === null) return removed;
    if (orphans.length > 0) {
      removed += await graph.write((tx) => ciWrites.removeOrphans(tx, tenantId, kind, orphans));
    }
    after = last;
  }
}
