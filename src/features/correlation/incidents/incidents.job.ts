import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../../errors.ts";
import { defineJob, type JobDefinition } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { AnalyseIncidents } from "./analyse-incidents.ts";
import type { GroupEvents } from "./group-events.ts";
import { incidentsStore } from "./incidents.store.ts";
import { FOLLOW_ALL_INCIDENTS, FOLLOW_INCIDENTS } from "./job-refs.ts";

/** Events of a storm are collected for this long before they are grouped. */
const DEBOUNCE_MS = 300;

export interface FollowDeps {
  postgres: Postgres;
  groupEvents: GroupEvents;
  analyseIncidents: AnalyseIncidents;
}

/** Jobs that update the incidents of tenants after their events changed. */
export function incidentJobs(deps: FollowDeps): JobDefinition[] {
  const follow = async (tenantId: string, signal: AbortSignal) => {
    // Grouping first: during a storm each further batch would make findings stale.
    while (!signal.aborted && (await deps.groupEvents(tenantId)) > 0);
    while (!signal.aborted && (await deps.analyseIncidents(tenantId)) > 0);
  };
  return [
    defineJob(FOLLOW_INCIDENTS, { run: ({ tenantId }, { signal }) => follow(tenantId, signal) }),
    defineJob(FOLLOW_ALL_INCIDENTS, {
      cron: "* * * * *",
      // For wake-ups that were lost with a process.
      async run(_payload, { signal }) {
        for (const tenantId of await incidentsStore.waiting(deps.postgres)) {
          if (signal.aborted) return;
          await follow(tenantId, signal);
        }
      },
    }),
  ];
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
 * loses nothing, because the queue is a table, and a job reads it every minute.
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
