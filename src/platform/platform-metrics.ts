import type { Clock } from "./clock.ts";
import type { Graph } from "./graph/graph.ts";
import { lowestIdAt, timeOfId } from "./ids.ts";
import { outboxGraph } from "./jobs/outbox.graph.store.ts";
import type { OwedWorkSweeper } from "./jobs/owed-work.ts";
import type { MetricSource } from "./metrics.ts";
import type { Postgres } from "./postgres/postgres.ts";

export interface PlatformMetricsDeps {
  graph: Graph;
  postgres: Postgres;
  owedWork: Pick<OwedWorkSweeper, "failures">;
  clock: Clock;
}

/** Metrics of the stores, the outbox and the sweeps of owed work. */
export function platformMetrics({ graph, postgres, owedWork, clock }: PlatformMetricsDeps): MetricSource[] {
  const backlog = async () => {
    const tenants = await outboxGraph.backlog(graph, lowestIdAt(clock.now().getTime()));
    const oldest = tenants.map((tenant) => timeOfId(tenant.oldest));
    const ageMs = oldest.length === 0 ? 0 : clock.now().getTime() - Math.min(...oldest);
    return { writes: tenants.reduce((sum, { nodes }) => sum + nodes, 0), ageSeconds: Math.max(0, ageMs / 1_000) };
  };
  return [
    {
      name: "orrery_store_up",
      help: "Whether the store answers: 1 or 0",
      labels: ["store"],
      read: async () => [
        { labels: { store: "neo4j" }, value: await answers(graph) },
        { labels: { store: "postgres" }, value: await answers(postgres) },
      ],
    },
    {
      name: "orrery_outbox_writes",
      help: "Writes whose changes are not delivered to history, webhooks and follow-up work yet",
      read: async () => [{ value: (await backlog()).writes }],
    },
    {
      name: "orrery_outbox_oldest_seconds",
      help: "Age of the oldest write whose changes are not delivered yet; 0 without any",
      read: async () => [{ value: (await backlog()).ageSeconds }],
    },
    {
      name: "orrery_parked_changes",
      help: "Writes whose changes were refused for good and wait for the operator",
      read: async () => [{ value: await outboxGraph.countParked(graph) }],
    },
    {
      name: "orrery_owed_work_failures_total",
      help: "Sweeps of this process that could not look for owed work, by name of the job",
      type: "counter",
      labels: ["name"],
      read: () => [...owedWork.failures()].map(([name, value]) => ({ labels: { name }, value })),
    },
  ];
}

async function answers(store: Pick<Graph, "ping">): Promise<number> {
  try {
    await store.ping(1_500);
    return 1;
  } catch {
    return 0;
  }
}
