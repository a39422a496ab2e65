import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { NewsSink } from "../../platform/jobs/relay.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { FailureKinds } from "../relationships/index.ts";
import type { Settings } from "../settings/index.ts";
import { type Correlate, createCorrelate } from "./correlate.ts";
import { correlationRoutes } from "./correlation.v1.ts";
import { createEventWatch } from "./watch-events.ts";

export type { Correlate } from "./correlate.ts";
export type { CauseCandidate, Correlation, Correlations } from "./correlation.model.ts";
export type { Alarm, Change, FailureCi, FailureEdge, FailureGraph } from "./failure-graph.ts";
export { type CauseInput, type RankedCause, rankCauses } from "./rank-causes.ts";

export interface CorrelationDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  /** Asked for when first used: the queue is made of the jobs that this feature defines. */
  jobs: () => Pick<Jobs, "send">;
  settings: (tenantId: string) => Promise<Settings>;
  /** The kinds of relationships of a tenant's own on which a failure travels. */
  failureKinds: (tenantId: string) => Promise<FailureKinds>;
}

export interface CorrelationFeature {
  verbs: { correlate: Correlate };
  routes: { v1: Route[] };
  /** To be told of every change of an event, in the transaction that makes it. */
  eventSinks: NewsSink[];
}

/** What events hang together, what may be behind them, and the incidents that follow from it. */
export function createCorrelation(deps: CorrelationDeps): CorrelationFeature {
  const correlate = createCorrelate(deps);
  return {
    verbs: { correlate },
    routes: { v1: correlationRoutes({ correlate }) },
    eventSinks: [createEventWatch({ onWork: () => undefined })],
  };
}
