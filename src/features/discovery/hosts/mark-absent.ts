import { systemContext } from "../../../context.ts";
import { coerceError } from "../../../errors.ts";
import { DAY_MS } from "../../../model/duration.ts";
import { runBatch } from "../../../platform/batch.ts";
import { isoNow } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../../platform/log.ts";
import { ciWrites, type StoredCi, writeChanges } from "../../ci/index.ts";
import { absentCis, tenantsWithSightings } from "../../inventory/index.ts";
import { readerOf, scanGraph } from "../graph.store.ts";
import type { ProcessDeps } from "./process-hosts.ts";

export interface MarkAbsentDeps extends Pick<ProcessDeps, "graph" | "postgres" | "outbox" | "clock"> {
  /** Days without a sighting after which a host counts as absent. */
  absenceDays: (tenantId: string) => Promise<number>;
  /** Distinguishes a CI that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
}

export interface MarkedAbsent {
  /** CIs that became inactive. */
  marked: number;
  /** CIs and whole tenants that could not be checked; the next run tries them again. */
  failed: { cis: number; tenants: number };
}

export type MarkAbsent = (call: { signal: AbortSignal; log: Logger }) => Promise<MarkedAbsent>;

const BATCH = 500;

/**
 * Sets CIs inactive that full scans of their scanners no longer find. It deletes nothing and keeps a status that a person
 * set; the next sighting makes the CI active again. A CI or tenant that fails stops no other. Rejects at the end if
 * a store was away for one, so that the job is tried again.
 */
export function createMarkAbsent(deps: MarkAbsentDeps): MarkAbsent {
  return async (call) => {
    const result: MarkedAbsent = { marked: 0, failed: { cis: 0, tenants: 0 } };
    let outage: unknown;
    for (const tenantId of await tenantsWithSightings(deps.postgres)) {
      try {
        await markTenant(deps, tenantId, result, call);
      } catch (error) {
        call.signal.throwIfAborted();
        if (await isOutage(error, deps.storesTakeWrites)) outage ??= error;
        result.failed.tenants++;
        call.log.error(
          { tenant: tenantId, error: coerceError(error).message },
          "absent hosts of a tenant were not found",
        );
      }
    }
    if (outage) throw outage;
    return result;
  };
}

async function markTenant(
  deps: MarkAbsentDeps,
  tenantId: string,
  result: MarkedAbsent,
  { signal, log }: Parameters<MarkAbsent>[0],
): Promise<void> {
  const days = await deps.absenceDays(tenantId);
  const before = new Date(deps.clock.now().getTime() - days * DAY_MS).toISOString();
  for (let after = ""; ; ) {
    signal.throwIfAborted();
    const absent = await absentCis(deps.postgres, tenantId, before, { after, limit: BATCH });
    // Most absent CIs have been inactive for a long time.
    const active = await scanGraph.active(readerOf(deps.graph), tenantId, absent);
    await runBatch<string, void>(active, {
      async run(ciIds) {
        if (ciIds.length > 0) result.marked += await deactivate(deps, tenantId, before, ciIds);
        return [];
      },
      isOutage: (error) => isOutage(error, deps.storesTakeWrites),
      failed(error, ciId) {
        signal.throwIfAborted();
        result.failed.cis++;
        log.error({ ci: ciId, error: coerceError(error).message }, "an absent host could not be set inactive");
      },
    });
    if (absent.length < BATCH) return;
    after = absent.at(-1)!;
  }
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
    writeChanges(tx, ctx, changes, publish);
    return changes.length;
  });
}

function isHumanStatus({ provenance, source }: StoredCi): boolean {
  return (provenance.status?.[0] ?? source) === "human";
}
