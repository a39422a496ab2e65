import { coerceError } from "../../errors.ts";
import { defineJob, type JobDefinition, type JobRef } from "../../platform/jobs/job-ref.ts";
import { housekeepingJobRefs, KEEP_HOUSE } from "./job-refs.ts";

export { KEEP_HOUSE } from "./job-refs.ts";

/** One thing that is forgotten after its time; answers how many were. */
export type Chore = () => Promise<number>;

/**
 * Forgets, once an hour, what has outlived its time. Each chore stands alone: one that fails is logged, the others go
 * on, and the job is repeated.
 */
export function createHousekeeping(deps: { chores: Readonly<Record<string, Chore>> }): {
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
} {
  const job = defineJob(KEEP_HOUSE, {
    cron: "17 * * * *",
    run: async (_payload, { log, signal }) => {
      const failures: Error[] = [];
      for (const [chore, run] of Object.entries(deps.chores)) {
        if (signal.aborted) return;
        try {
          const forgotten = await run();
          if (forgotten > 0) log.info({ chore, forgotten }, "housekeeping");
        } catch (error) {
          failures.push(new Error(`${chore}: ${coerceError(error).message}`, { cause: error }));
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, failures.map((one) => one.message).join("; "));
    },
  });
  return { jobs: [job], jobRefs: housekeepingJobRefs };
}

/** Deleted CIs of every tenant, when they can no longer be restored, and what other stores keep of them. */
export function forgetDeletedCis(deps: {
  tenantIds: () => Promise<string[]>;
  purgeCis: (input: {
    tenantId: string;
    olderThanDays: number;
    onPurged: (ids: string[]) => Promise<void>;
  }) => Promise<{ cis: number; identifiers: number }>;
  forgetCis: (tenantId: string, ciIds: string[]) => Promise<void>;
  /** For how many days each tenant's can be restored. */
  days: (tenantId: string) => Promise<number>;
}): Chore {
  return async () => {
    let forgotten = 0;
    for (const tenantId of await deps.tenantIds()) {
      const onPurged = (ids: string[]) => deps.forgetCis(tenantId, ids);
      forgotten += (await deps.purgeCis({ tenantId, olderThanDays: await deps.days(tenantId), onPurged })).cis;
    }
    return forgotten;
  };
}
