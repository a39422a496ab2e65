import { type MetricSource, unfinishedGauge } from "../../platform/metrics.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { runsStore } from "./runs/runs.store.ts";
import { writeBacksStore } from "./write-back/write-backs.store.ts";

/** Metrics of the change analyses of all tenants. */
export function changeRiskMetrics(sql: Sql): MetricSource[] {
  return [
    unfinishedGauge("orrery_change_analyses_unfinished", "Changes that are being analysed, or wait for it", () =>
      runsStore.countUnfinished(sql),
    ),
    {
      name: "orrery_change_write_backs_pending",
      help: "Analyses that are still to be written to their tasks at service desks",
      read: async () => [{ value: await writeBacksStore.countPending(sql) }],
    },
  ];
}
