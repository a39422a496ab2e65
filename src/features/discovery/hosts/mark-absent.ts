import { systemContext } from "../../../context.ts";
import { DAY_MS } from "../../../model/duration.ts";
import { isoNow } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { ciWrites, type StoredCi, writeChanges } from "../../ci/index.ts";
import { absentCis, tenantsWithSightings } from "../../inventory/index.ts";
import { readerOf, scanGraph } from "../graph.store.ts";
import type { ProcessDeps } from "./process-hosts.ts";

export interface MarkAbsentDeps extends Pick<ProcessDeps, "graph" | "postgres" | "outbox" | "clock"> {
  /** Days without a sighting after which a host counts as absent. */
  absenceDays: (tenantId: string) => Promise<number>;
}

/** Answers how many CIs became inactive. */
export type MarkAbsent = (signal: AbortSignal) => Promise<number>;

const BATCH = 500;

/**
 * Sets CIs inactive that full scans of their scanners no longer find. It deletes nothing and keeps a status that a person
 * set; the next sighting makes the CI active again.
 */
export function createMarkAbsent(deps: MarkAbsentDeps): MarkAbsent {
  return async (signal) => {
    let marked = 0;
    for (const tenantId of await tenantsWithSightings(deps.postgres)) {
      const days = await deps.absenceDays(tenantId);
      const before = new Date(deps.clock.now().getTime() - days * DAY_MS).toISOString();
      for (let after = ""; ; ) {
        signal.throwIfAborted();
        const absent = await absentCis(deps.postgres, tenantId, before, { after, limit: BATCH });
        // Most absent CIs have been inactive for a long time.
        const active = await scanGraph.active(readerOf(deps.graph), tenantId, absent);
        if (active.length > 0) marked += await deactivate(deps, tenantId, before, active);
        if (absent.length < BATCH) break;
        after = absent.at(-1)!;
      }
    }
    return marked;
  };
}

/** Checks again under the CIs' locks, so that a concurrent sighting is either counted or finds the CI inactive. */
function deactivate(deps: MarkAbsentDeps, tenantId: string, before: string, ciIds: string[]): Promise<number> {
  const ctx = systemContext(tenantId, newId());
  return deps.outbox.write(tenantId, async (tx, publish) => {
    const locked = await ciWrites.lock(tx, tenantId, ciIds);
    const stillAbsent = new Set(await absentCis(deps.postgres, tenantId, before, { ciIds }));
    const at = isoNow(deps.clock);
    const changes = locked
      .filter(({ ci }) => ci.status === "active" && stillAbsent.has(ci.id) && !isHumanStatus(ci))
      .map((stored) => {
        const version = stored.ci.version + 1;
        const after: StoredCi = { ...stored.ci, status: "inactive", version, updatedAt: at, updatedBy: "system" };
        // Without fingerprints the next report is applied in full, even when its payload is known.
        return { locked: stored, after, properties: { scanHashes: null } };
      });
    await writeChanges(tx, ctx, changes, publish);
    return changes.length;
  });
}

function isHumanStatus({ provenance, source }: StoredCi): boolean {
  return (provenance.status?.[0] ?? source) === "human";
}
