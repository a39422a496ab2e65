import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../../errors.ts";
import { defineJob, type JobDefinition } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import { MAX_TRIES } from "../../../platform/jobs/tries.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { AnalyseIncidents } from "./analyse-incidents.ts";
import type { GroupEvents } from "./group-events.ts";
import type { FailedWork } from "./incident.model.ts";
import { incidentsStore } from "./incidents.store.ts";
import { FOLLOW_INCIDENTS } from "./job-refs.ts";

/** Events of a storm are collected for this long before they are grouped. */
const DEBOUNCE_MS = 300;
/** Ids that one line of the log names. */
const MAX_NAMED = 20;

/** A run ends after this time and sends its successor behind the jobs of other tenants. */
const TURN_MS = 1_000;

export interface FollowDeps {
  postgres: Postgres;
  jobs: SendJobs;
  groupEvents: GroupEvents;
  analyseIncidents: AnalyseIncidents;
}

/** The job that updates the incidents of a tenant after its events changed. */
export function incidentJobs({ jobs, groupEvents, analyseIncidents }: Omit<FollowDeps, "postgres">): JobDefinition[] {
  return [
    defineJob(FOLLOW_INCIDENTS, {
      async run({ tenantId }, { signal, log }) {
        const until = performance.now() + TURN_MS;
        const goesOn = () => !signal.aborted && performance.now() < until;
        let isDone = false;
        // Grouping first: during a storm each further batch would make findings stale.
        for (let isGrouped = false; !isDone && goesOn(); ) {
          if (isGrouped) {
            const { stale, failed } = await analyseIncidents(tenantId);
            report(log, failed, "incidents could not be analysed");
            isDone = stale === 0;
          } else {
            const { queued, failed } = await groupEvents(tenantId);
            report(log, failed, "events could not be put into incidents");
            isGrouped = queued === 0;
          }
        }
        if (!isDone && !signal.aborted) await jobs.send(FOLLOW_INCIDENTS, { tenantId }, { singletonKey: tenantId });
      },
    }),
  ];
}

/** Logs work that used up its tries as an error: it is tried once a day. The rest is a warning: it is tried again soon. */
function report(log: Logger, failed: readonly FailedWork[], what: string): void {
  const parked = failed.filter(({ tries }) => tries >= MAX_TRIES);
  const soon = failed.filter(({ tries }) => tries < MAX_TRIES);
  const fields = (some: readonly FailedWork[]) => ({
    failed: some.length,
    ids: some.slice(0, MAX_NAMED).map(({ id }) => id),
    error: coerceError(some[0]?.error).message,
  });
  if (soon.length > 0) log.warn(fields(soon), `${what}; they are tried again`);
  if (parked.length > 0) log.error(fields(parked), `${what} for ${MAX_TRIES} times; they are tried once a day`);
}

/** A job for each tenant whose events or incidents are due: their job was lost, or they are tried again. */
export function owedIncidents({ postgres }: Pick<FollowDeps, "postgres">): OwedWork {
  return owedWork(FOLLOW_INCIDENTS, async () =>
    (await incidentsStore.waiting(postgres)).map((tenantId) => ({ tenantId })),
  );
}

/** The longest that `stop` waits for jobs that are being sent. */
const STOP_MS = 1_000;

export interface FollowDebouncer {
  onWork(tenantId: string): void;
  /** Sends pending jobs at once and waits up to `STOP_MS` for them; sends none afterwards. */
  stop(): Promise<void>;
}

/**
 * Debounces work: sends one job per tenant `DEBOUNCE_MS` after its first call, so that a storm sends few. A failed send
 * loses nothing, because the queue is a table, which the sweep for owed work reads.
 */
export function createFollowDebouncer(deps: { jobs: SendJobs; log: Logger }): FollowDebouncer {
  const timers = new Map<string, NodeJS.Timeout>();
  const sending = new Set<Promise<void>>();
  let stopped = false;
  const send = async (tenantId: string) => {
    try {
      await deps.jobs.send(FOLLOW_INCIDENTS, { tenantId });
    } catch (error) {
      deps.log.warn(
        { error: coerceError(error).message },
        "the job that updates incidents could not be sent; the next sweep does its work",
      );
    }
  };
  const start = (tenantId: string) => {
    timers.delete(tenantId);
    const sent = send(tenantId).finally(() => sending.delete(sent));
    sending.add(sent);
  };
  return {
    onWork(tenantId) {
      if (stopped || timers.has(tenantId)) return;
      timers.set(tenantId, setTimeout(start, DEBOUNCE_MS, tenantId).unref());
    },
    async stop() {
      stopped = true;
      for (const [tenantId, timer] of timers) {
        clearTimeout(timer);
        start(tenantId);
      }
      await Promise.race([Promise.all(sending), sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}
