import { type MetricSource, unfinishedGauge } from "../../platform/metrics.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { reportDeliveriesStore } from "./deliveries/report-deliveries.store.ts";
import { runsStore } from "./runs/runs.store.ts";

/** Metrics of the reports of all tenants. */
export function reportMetrics(sql: Sql): MetricSource[] {
  return [
    unfinishedGauge("orrery_reports_unfinished", "Reports that are being generated, or wait for it", () =>
      runsStore.countUnfinished(sql),
    ),
    {
      name: "orrery_report_mails_due",
      help: "Mails with reports whose time to be sent has come",
      read: async () => [{ value: await reportDeliveriesStore.countDue(sql) }],
    },
  ];
}
