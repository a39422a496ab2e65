import type { Clock } from "../../platform/clock.ts";
import type { ParkedWork } from "../../platform/jobs/parked-work.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { ANALYSE_CHANGES, WRITE_BACK } from "./job-refs.ts";
import { runsStore } from "./runs/runs.store.ts";
import { writeBacksStore } from "./write-back/write-backs.store.ts";

/** Analyses that failed for a fault of ours, and write-backs that no service desk took for a day: both can be tried again. */
export function parkedChangeWork({ postgres, clock }: { postgres: Postgres; clock: Clock }): ParkedWork[] {
  const works = [
    { name: ANALYSE_CHANGES.name, store: runsStore },
    { name: WRITE_BACK.name, store: writeBacksStore },
  ];
  return works.map(({ name, store }) => ({
    name,
    count: () => store.countParked(postgres),
    byTenant: (tenantId) => store.parkedByTenant(postgres, tenantId),
    release: (tenantId) => store.releaseParked(postgres, tenantId, clock.now()),
    discard: (tenantId) => store.discardParked(postgres, tenantId),
  }));
}
