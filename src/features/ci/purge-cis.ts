import { DAY_MS } from "../../model/duration.ts";
import { IDENTIFIER_KINDS } from "../../model/identifiers.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { ciReads, ciWrites } from "./ci.store.ts";

export interface PurgeInput {
  tenantId: string;
  /** Days for which a deleted CI can be restored. */
  olderThanDays: number;
  /**
   * Deletes what other stores hold of these CIs. Runs before the commit, under the locks of the CIs: after a crash the next
   * purge finds the same CIs and calls it again.
   */
  onPurged?: ((ids: string[]) => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns how many CIs and identifiers were purged. */
export type PurgeCis = (input: PurgeInput) => Promise<{ cis: number; identifiers: number }>;

const PURGE_BATCH_SIZE = 100;
const IDENTIFIER_PAGE_SIZE = 2_000;

/**
 * Purges a tenant's CIs whose time to be restored is over, their deleted relationships, and identifiers that no CI holds.
 * Runs in small transactions, so that it blocks no writer for long; it can be interrupted and repeated.
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

/** Reads all identifiers of a kind page by page and removes each page's orphans in one transaction. */
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
