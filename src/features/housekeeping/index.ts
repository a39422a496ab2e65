import { coerceError } from "../../errors.ts";
import { type Failure, type Feature, forEachFeature, type NamedFeature } from "../../platform/feature.ts";
import { defineJob } from "../../platform/jobs/job-ref.ts";
import type { Logger } from "../../platform/log.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { Settings } from "../settings/index.ts";
import { housekeepingJobRefs, RUN_HOUSEKEEPING } from "./job-refs.ts";

export { RUN_HOUSEKEEPING } from "./job-refs.ts";

export interface HousekeepingDeps {
  features: readonly NamedFeature[];
  tenantIds: () => Promise<string[]>;
  settings: (tenantId: string) => Promise<Pick<Settings, "purge_days">>;
  purgeCis: CiVerbs["purgeCis"];
  /** From 0 up to 1; default Math.random. */
  random?: () => number;
}

export interface Housekeeping extends Feature {
  /**
   * Deletes expired data. Tasks fail individually: a failed task is logged and the others still run. The run then rejects
   * with an AggregateError, so that the queue repeats the job.
   */
  run(call: { log: Logger; signal: AbortSignal }): Promise<void>;
}

/**
 * Hourly job: runs the retention tasks of all features for every tenant, and purges CIs that are past restoration. Each run
 * begins behind the last tenant that the previous run finished, and the first run of a process at a random tenant: if runs
 * are stopped early repeatedly, no tenant is left out every time.
 */
export function createHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { random = Math.random } = deps;
  let last: string | undefined;

  const inTurn = (ids: readonly string[]): string[] => {
    const behind = ids.findIndex((id) => last !== undefined && id > last);
    const start = last === undefined ? Math.floor(random() * ids.length) : Math.max(behind, 0);
    return [...ids.slice(start), ...ids.slice(0, start)];
  };

  const run: Housekeeping["run"] = async ({ log, signal }) => {
    const failures: Failure[] = [];
    let skipped = 0;
    const attempt = async (task: string, tenantId: string | undefined, work: () => Promise<number>) => {
      if (signal.aborted) {
        skipped++;
        return;
      }
      try {
        const deleted = await work();
        if (deleted > 0) log.info({ task, tenant: tenantId, deleted }, "housekeeping");
      } catch (error) {
        log.warn({ err: coerceError(error), task, tenant: tenantId }, "housekeeping task failed");
        failures.push({ name: task, error });
      }
    };
    for (const { feature } of deps.features) {
      for (const [task, work] of Object.entries(feature.installationRetention ?? {})) {
        await attempt(task, undefined, work);
      }
    }
    for (const tenantId of inTurn((await deps.tenantIds()).toSorted())) {
      for (const { feature } of deps.features) {
        for (const [task, work] of Object.entries(feature.retention ?? {})) {
          await attempt(task, tenantId, () => work(tenantId));
        }
      }
      await attempt("deleted_cis", tenantId, () => purge(deps, tenantId, signal));
      if (!signal.aborted) last = tenantId;
    }
    if (skipped > 0) log.warn({ skipped }, "housekeeping was stopped before its last task");
    if (failures.length > 0) throw aggregateOf(failures);
  };
  const job = defineJob(RUN_HOUSEKEEPING, { cron: "17 * * * *", run: (_payload, call) => run(call) });
  return { run, jobs: [job], jobRefs: housekeepingJobRefs };
}

/** Returns the number of purged CIs. A CI stays for the next run when a feature fails to delete its data about it. */
async function purge(deps: HousekeepingDeps, tenantId: string, signal: AbortSignal): Promise<number> {
  const { purge_days: olderThanDays } = await deps.settings(tenantId);
  const onPurged = async (ids: string[]) => {
    const failures = await forEachFeature(deps.features, (feature) => feature.onCisPurged?.(tenantId, ids));
    if (failures.length > 0) throw aggregateOf(failures);
  };
  return (await deps.purgeCis({ tenantId, olderThanDays, onPurged, signal })).cis;
}

function aggregateOf(failures: readonly Failure[]): Error {
  const texts = failures.map(({ name, error }) => `${name}: ${coerceError(error).message}`);
  return new AggregateError(
    failures.map(({ error }) => error),
    texts.join("; "),
  );
}
