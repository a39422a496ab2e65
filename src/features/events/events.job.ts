import type { Clock } from "../../platform/clock.ts";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { BindEvents } from "./bind-events.ts";
import { BIND_EVENTS, SWEEP_UNBOUND_EVENTS } from "./job-refs.ts";
import { waitsStore } from "./waits.store.ts";

const PAGE_SIZE = 200;
const SWEEP_WINDOW_MS = 1_800_000;
const MAX_SWEEP_EVENTS = 5_000;

/** Jobs that bind events to CIs that appear after them. */
export function eventJobs(deps: { postgres: Postgres; clock: Clock; bindEvents: BindEvents }): JobDefinition[] {
  const { postgres, clock, bindEvents } = deps;
  return [
    defineJob(BIND_EVENTS, {
      async run(payload, { signal }) {
        const { tenantId } = payload;
        for (let after = ""; !signal.aborted; ) {
          const ids = await waitsStore.listWaiting(postgres, tenantId, payload.waits, after, PAGE_SIZE);
          await bindEvents(tenantId, ids);
          if (ids.length < PAGE_SIZE) return;
          after = ids.at(-1) ?? "";
        }
      },
    }),
    defineJob(SWEEP_UNBOUND_EVENTS, {
      cron: "*/10 * * * *",
      async run(_payload, { signal }) {
        const since = new Date(clock.now().getTime() - SWEEP_WINDOW_MS);
        for (const { tenantId, ids } of await waitsStore.listRecent(postgres, since, MAX_SWEEP_EVENTS)) {
          if (signal.aborted) return;
          await bindEvents(tenantId, ids);
        }
      },
    }),
  ];
}
