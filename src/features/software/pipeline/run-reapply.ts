import { systemContext } from "../../../context.ts";
import { newId } from "../../../platform/ids.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { reapplicationStore } from "../mappings/reapplication.store.ts";
import { REAPPLY_MAPPINGS } from "./job-refs.ts";
import type { ReapplyMappings } from "./reapply-mappings.ts";

export interface RunReapplyDeps {
  postgres: Postgres;
  jobs: SendJobs;
  reapply: ReapplyMappings;
  /** Drops the tenant's mappings from this process's memory. */
  invalidate(tenantId: string): void;
}

export type RunReapply = (input: { tenantId: string }, call: { signal: AbortSignal }) => Promise<void>;

/** A run ends after this time and sends its successor behind the jobs of other tenants. */
const TURN_MS = 1_000;

/** Collects changes in quick succession. */
const START_AFTER_SECONDS = 1;

/** Sends the run for changed mappings, in the transaction that changes them. The sweep repeats one that was lost. */
export function sendReapply(jobs: SendJobs): (tx: Sql, tenantId: string) => Promise<void> {
  return (tx, tenantId) =>
    jobs.send(REAPPLY_MAPPINGS, { tenantId }, { tx, singletonKey: tenantId, startAfterSeconds: START_AFTER_SECONDS });
}

/**
 * Applies a tenant's changed mappings to its instances, page by page. Repeated after a crash, it continues. A run that
 * began before all processes read the change leaves it owed: a scan may still have written instances by mappings from
 * before it.
 */
export function createRunReapply({ postgres, jobs, reapply, invalidate }: RunReapplyDeps): RunReapply {
  return async ({ tenantId }, { signal }) => {
    const until = performance.now() + TURN_MS;
    const due = await reapplicationStore.next(postgres, tenantId);
    if (!due) return;
    const ctx = { ...systemContext(tenantId, newId()), signal };
    let { place } = due;
    if (!place) invalidate(tenantId);
    do {
      signal.throwIfAborted();
      place = await reapply(ctx, place);
      await reapplicationStore.record(postgres, tenantId, due, place);
    } while (place && performance.now() < until);
    if (place) await jobs.send(REAPPLY_MAPPINGS, { tenantId }, { singletonKey: tenantId });
  };
}

/** A run for each tenant whose mappings have changed since they were applied, and one an hour. */
export function owedReapplications({ postgres }: Pick<RunReapplyDeps, "postgres">): OwedWork {
  return owedWork(REAPPLY_MAPPINGS, async () =>
    (await reapplicationStore.dueTenants(postgres)).map((tenantId) => ({ tenantId })),
  );
}
