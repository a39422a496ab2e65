import type { MetricSource } from "../../platform/metrics.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { runsStore } from "./runs/runs.store.ts";
import { writeBacksStore } from "./write-back/write-backs.store.ts";

/** Metrics of the change analyses of all tenants. */
export function changeRiskMetrics(sql: Sql): MetricSource[] {
  return [
    {
      name: "orrery_change_analyses_unfinished",
      help: "Changes that are being analysed, or wait for it",
      labels: ["state"],
      read: async () => {
        const { waiting, running } = await runsStore.countUnfinished(sql);
        return [
          { labels: { state: "waiting" }, value: waiting },
          { labels: { state: "running" }, value: running },
        ];
      },
    },
    {
      name: "orrery_change_write_backs_pending",
      help: "Analyses that are still to be written to their tasks at service desks",
      read: async () => [{ value: await writeBacksStore.countPending(sql) }],
    },
  ];
}
