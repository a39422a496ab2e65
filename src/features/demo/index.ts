import type { RequestContext } from "../../context.ts";
import type { Route } from "../../platform/http/route.ts";
import { defineJob, type JobDefinition, type JobRef } from "../../platform/jobs/job-ref.ts";
import { type OwedWork, owedWork } from "../../platform/jobs/owed-work.ts";
import { type ParkedWork, parkedWork } from "../../platform/jobs/parked-work.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { Events } from "../events/index.ts";
import { type AskDemoDeps, createAskDemo } from "./ask-demo.ts";
import { demoRoutes } from "./demo.v1.ts";
import { demoRequestsStore } from "./demo-requests.store.ts";
import { createOpenVerbs, type DemoVerbsDeps } from "./demo-verbs.ts";
import { demoJobRefs, SETTLE_DEMO } from "./job-refs.ts";
import { createLoadDemo, type LoadedDemo } from "./load-demo.ts";
import { createReadDemo } from "./read-demo.ts";
import { createRemoveDemo, type RemovedDemo } from "./remove-demo.ts";
import { createDemoNow, createSettleDemo } from "./settle-demo.ts";

export { findSite as findDemo } from "./estate-ids.ts";
export type { LoadedDemo } from "./load-demo.ts";
export type { RemovedDemo } from "./remove-demo.ts";
// With the causes that root cause analysis should find.
export { INCIDENTS } from "./storms/index.ts";

export interface Demo {
  /** Within the call, for commands and tests. Both throw 409 while another process is at the tenant's demo. */
  load(ctx: RequestContext): Promise<LoadedDemo>;
  /** Undefined if the tenant has none. */
  remove(ctx: RequestContext): Promise<RemovedDemo | undefined>;
  routes: { v1: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  /** What was asked for and is not done. */
  owedWork: readonly OwedWork[];
  parkedWork: readonly ParkedWork[];
}

export interface DemoDeps extends DemoVerbsDeps, AskDemoDeps {
  ci: CiVerbs;
  events: Pick<Events, "verbs" | "removeEvents">;
}

/** A sample estate for a new installation, loaded and removed by a job or a command. */
export function createDemo(deps: DemoDeps): Demo {
  const { postgres, ci, events } = deps;
  const remove = createRemoveDemo({ ci, events: events.verbs, removeEvents: events.removeEvents });
  const load = createLoadDemo({ openVerbs: createOpenVerbs(deps), remove });
  const ask = createAskDemo(deps);
  const forTenants = (ids: readonly string[]) => ids.map((tenantId) => ({ tenantId }));
  return {
    load: createDemoNow({ postgres, ask }, "loaded", load),
    remove: createDemoNow({ postgres, ask }, "removed", remove),
    routes: { v1: demoRoutes({ read: createReadDemo(deps), ask }) },
    jobs: [defineJob(SETTLE_DEMO, { run: createSettleDemo({ postgres, load, remove }) })],
    jobRefs: demoJobRefs,
    owedWork: [owedWork(SETTLE_DEMO, async () => forTenants(await demoRequestsStore.tenantsWithDue(postgres)))],
    parkedWork: [parkedWork(postgres, SETTLE_DEMO.name, "demo_requests")],
  };
}
