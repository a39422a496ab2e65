import type { Clock } from "../../platform/clock.ts";
import type { NamedFeature } from "../../platform/feature.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import { outboxGraph } from "../../platform/jobs/outbox.graph.store.ts";
import type { MetricSource } from "../../platform/metrics.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { createFindJobs } from "./find-jobs.ts";
import { jobsStore } from "./jobs.store.ts";
import { jobV1Routes } from "./jobs.v1.ts";
import { createManageJobs, type JobVerbs } from "./manage-jobs.ts";
import { createOperateJobs, type OperateJobs } from "./operate-jobs.ts";
import { createSettleJobs } from "./settle-jobs.ts";

export type { Job, JobState } from "./jobs.model.ts";

/** How many pieces of work wait for the operator. */
export interface UndoneWork {
  failedJobs: number;
  parkedChanges: number;
  /** Owed work that failed again and again. */
  parkedWork: number;
}

export interface OperatorJobs {
  verbs: JobVerbs;
  routes: { v1: Route[] };
  metrics: MetricSource[];
  /** For the command line. */
  operator: OperateJobs;
  undone(): Promise<UndoneWork>;
}

export interface OperatorJobsDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  /** All features: their parked work. */
  features: readonly NamedFeature[];
}

/** Jobs, parked changes and parked work, for those who see to it that the work is done. */
export function createOperatorJobs(deps: OperatorJobsDeps): OperatorJobs {
  const { graph, postgres, features } = deps;
  const parkedWork = () => features.flatMap(({ feature }) => feature.parkedWork ?? []);
  const shared = { ...deps, parkedWork };
  const parts = { find: createFindJobs(shared), settle: createSettleJobs(shared) };
  const verbs = createManageJobs(parts);
  const jobCounts: MetricSource = {
    name: "orrery_jobs",
    help: "Jobs by name and state: waiting, running, or failed for good",
    labels: ["name", "state"],
    read: async () =>
      (await jobsStore.hasQueue(postgres))
        ? (await jobsStore.countByName(postgres)).map(({ name, state, jobs }) => ({
            labels: { name, state },
            value: jobs,
          }))
        : [],
  };
  const parkedCounts: MetricSource = {
    name: "orrery_parked_work",
    help: "Work that failed six times and is tried once a day or no more, by kind",
    labels: ["kind"],
    read: () =>
      Promise.all(parkedWork().map(async ({ name, count }) => ({ labels: { kind: name }, value: await count() }))),
  };
  return {
    verbs,
    routes: { v1: jobV1Routes(verbs) },
    metrics: [jobCounts, parkedCounts],
    operator: createOperateJobs({ ...parts, parkedWork }),
    async undone() {
      const hasQueue = await jobsStore.hasQueue(postgres);
      const failedJobs = hasQueue ? await jobsStore.count(postgres, undefined, { state: "failed" }) : 0;
      const parked = await Promise.all(parkedWork().map(({ count }) => count()));
      return {
        failedJobs,
        parkedChanges: await outboxGraph.countParked(graph),
        parkedWork: parked.reduce((sum, count) => sum + count, 0),
      };
    },
  };
}
