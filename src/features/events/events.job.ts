import type { Clock } from "../../platform/clock.ts";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { BindWaiting } from "./bind-waiting.ts";
import { BIND_EVENTS, BIND_EVENTS_AGAIN } from "./job-refs.ts";
import { waitsStore } from "./waits.store.ts";

const PAGE_SIZE = 200;
const SWEEP_WINDOW_MS = 1_800_000;
const MAX_SWEEP_EVENTS = 5_000;

/** Jobs that bind events to CIs that appear after them. */
export function eventJobs(deps: { postgres: Postgres; clock: Clock; bindWaiting: BindWaiting }): JobDefinition[] {
  const { postgres, clock, bindWaiting } = deps;
  return [
    defineJob(BIND_EVENTS, {
      async run(payload, { signal }) {
        const { tenantId } = payload;
        for (let after = ""; !signal.aborted; ) {
          const ids = await waitsStore.listWaiting(postgres, tenantId, payload.waits, after, PAGE_SIZE);
          await bindWaiting(tenantId, ids);
          if (ids.length < PAGE_SIZE) return;
          after = ids.at(-1) ?? "";
        }
      },
    }),
    defineJob(BIND_EVENTS_AGAIN, {
      cron: "*/10 * * * *",
      async run(_payload, { signal }) {
        const since = new Date(clock.now().getTime() - SWEEP_WINDOW_MS);
        for (const { tenantId, ids } of await waitsStore.listRecent(postgres, since, MAX_SWEEP_EVENTS)) {
          if (signal.aborted) return;
          await bindWaiting(tenantId, ids);
        }
      },
    }),
  ];
}
