import type { MetricSource } from "../../platform/metrics.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { reportDeliveriesStore } from "./deliveries/report-deliveries.store.ts";
import { runsStore } from "./runs/runs.store.ts";

/** Metrics of the reports of all tenants. */
export function reportMetrics(sql: Sql): MetricSource[] {
  return [
    {
      name: "orrery_reports_unfinished",
      help: "Reports that are being generated, or wait for it",
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
      name: "orrery_report_mails_due",
      help: "Mails with reports whose time to be sent has come",
      read: async () => [{ value: await reportDeliveriesStore.countDue(sql) }],
    },
  ];
}
