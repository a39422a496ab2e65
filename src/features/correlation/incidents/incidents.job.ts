import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../../errors.ts";
import { defineJob, type JobDefinition } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { GroupEvents } from "./group-events.ts";
import { incidentsStore } from "./incidents.store.ts";
import { FOLLOW_ALL_INCIDENTS, FOLLOW_INCIDENTS } from "./job-refs.ts";
import type { StudyIncidents } from "./analyse-incidents.ts";

/** Events of a storm gather for this long before they are grouped. */
const GATHER_MS = 300;

export interface FollowDeps {
  postgres: Postgres;
  groupEvents: GroupEvents;
  studyIncidents: StudyIncidents;
}

/** Lets the incidents of tenants follow their events. */
export function incidentJobs(deps: FollowDeps): JobDefinition[] {
  const follow = async (tenantId: string, signal: AbortSignal) => {
    // Grouping first: during a storm what is found would be out of date with the next batch.
    while (!signal.aborted && (await deps.groupEvents(tenantId)) > 0);
    while (!signal.aborted && (await deps.studyIncidents(tenantId)) > 0);
  };
  return [
    defineJob(FOLLOW_INCIDENTS, { run: ({ tenantId }, { signal }) => follow(tenantId, signal) }),
    defineJob(FOLLOW_ALL_INCIDENTS, {
      cron: "* * * * *",
      async run(_payload, { signal }) {
        for (const tenantId of await incidentsStore.waiting(deps.postgres)) {
          if (signal.aborted) return;
          await follow(tenantId, signal);
        }
      },
    }),
  ];
}

/** How long the end of a process waits for what it still had to send. */
const STOP_MS = 1_000;

export interface Nudge {
  onWork(tenantId: string): void;
  /** Sends at once what still gathers, for a second at most; afterwards nothing is sent. */
  stop(): Promise<void>;
}

/**
 * Sends a job for a tenant that has work, some moments after the first word of it, so that a storm makes few. Nothing is
 * lost where that fails: the queue stands in Postgres, and a job of every minute looks there.
 */
export function createNudge(deps: { jobs: SendJobs; log: Logger }): Nudge {
  const timers = new Map<string, NodeJS.Timeout>();
  const sending = new Set<Promise<void>>();
  let stopped = false;
  const send = async (tenantId: string) => {
    try {
      await deps.jobs.send(FOLLOW_INCIDENTS, { tenantId });
    } catch (error) {
      deps.log.warn({ error: coerceError(error).message }, "incidents could not be told of events; they follow later");
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
      timers.set(tenantId, setTimeout(start, GATHER_MS, tenantId).unref());
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
