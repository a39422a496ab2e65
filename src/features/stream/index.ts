import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumers } from "../../platform/jobs/changes.ts";
import type { MetricSource } from "../../platform/metrics.ts";
import { noteChanges } from "./note-changes.ts";
import { createOpenStreams, type OpenStreamsDeps } from "./open-streams.ts";
import { streamStore } from "./stream.store.ts";
import { streamV1Routes } from "./stream.v1.ts";
import { streamMetrics } from "./stream-metrics.ts";

export interface Stream {
  routes: { v1: Route[] };
  /** Note what changed, in the transaction that delivers it. */
  consumers: ChangeConsumers;
  /** Entries are kept for an hour at least. */
  installationRetention: { stream_entries(): Promise<number> };
  metrics: MetricSource[];
  /** Ends all streams, so that the requests behind them end too. */
  flush(): Promise<void>;
}

/** Changes as they happen, as Server-Sent Events. */
export function createStream(deps: OpenStreamsDeps): Stream {
  const streams = createOpenStreams(deps);
  return {
    routes: { v1: streamV1Routes(streams) },
    consumers: { graph: noteChanges, events: noteChanges, vulnerabilities: noteChanges },
    installationRetention: { stream_entries: () => streamStore.trim(deps.postgres) },
    metrics: streamMetrics(streams),
    flush: () => streams.stop(),
  };
}
