import { systemContext } from "../../../context.ts";
import { DAY_MS } from "../../../model/duration.ts";
import { isoNow } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { ciWrites, type StoredCi, writeChanges } from "../../ci/index.ts";
import { absentCis, tenantsWithSightings } from "../../inventory/index.ts";
import { readerOf, scanGraph } from "../graph.store.ts";
import type { ProcessDeps } from "./process-hosts.ts";

export interface MarkAbsentDeps extends Pick<ProcessDeps, "graph" | "postgres" | "outbox" | "clock"> {
  /** After how many days without a sighting a host counts as gone. */
  absenceDays: (tenantId: string) => Promise<number>;
}

/** Answers how many CIs became inactive. */
export type MarkAbsent = (signal: AbortSignal) => Promise<number>;

const BATCH = 500;

/**
 * Sets CIs inactive that full scans of the scanners that knew them no longer find. Nothing is deleted, a status that a
 * person gave stands, and the next sighting makes them active again.
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
        // Most have been inactive for long.
        const active = await scanGraph.active(readerOf(deps.graph), tenantId, absent);
        if (active.length > 0) marked += await deactivate(deps, tenantId, before, active);
        if (absent.length < BATCH) break;
        after = absent.at(-1)!;
      }
    }
    return marked;
  };
}

/** Under the CIs' locks, so that a sighting meanwhile is either counted or finds the CI inactive. */
function deactivate(deps: MarkAbsentDeps, tenantId: string, before: string, ciIds: string[]): Promise<number> {
  const ctx = systemContext(tenantId, newId());
  return deps.outbox.write(tenantId, async (tx, publish) => {
    const locked = await ciWrites.lock(tx, tenantId, ciIds);
    const still = new Set(await absentCis(deps.postgres, tenantId, before, { ciIds }));
    const at = isoNow(deps.clock);
    const changes = locked
      .filter(({ ci }) => ci.status === "active" && still.has(ci.id) && !isHumanStatus(ci))
      .map((one) => {
        const version = one.ci.version + 1;
        const after: StoredCi = { ...one.ci, status: "inactive", version, updatedAt: at, updatedBy: "system" };
        // The next report is heard in full, however well it is known.
        return { locked: one, after, properties: { scanHashes: null } };
      });
    await writeChanges(tx, ctx, changes, publish);
    return changes.length;
  });
}

function isHumanStatus({ provenance, source }: StoredCi): boolean {
  return (provenance.status?.[0] ?? source) === "human";
}
