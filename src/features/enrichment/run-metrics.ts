import type { MetricSource } from "../../platform/metrics.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { runsStore } from "./runs.store.ts";

export function enrichmentMetrics(postgres: Postgres): MetricSource[] {
  return [
    {
      name: "orrery_enrichment_runs",
      help: "Enrichment runs by name and status: queued, running, or failed within a day",
      labels: ["name", "status"],
      read: async () =>
        (await runsStore.counts(postgres)).map(({ name, status, runs }) => ({ labels: { name, status }, value: runs })),
    },
    {
      name: "orrery_enrichment_wait_seconds",
      help: "Time since the enrichment run that waits longest got on; 0 where none is open",
      read: async () => [{ value: await runsStore.longestWait(postgres) }],
    },
  ];
}
