import type { ServiceApp } from "../../support/service-app.ts";

/** What the sweep for owed work does every few seconds, which applications of tests leave out. */
export async function sendOwedReports({ app }: ServiceApp): Promise<void> {
  for (const { ref, find } of app.reports.owedWork) {
    for (const payload of await find()) await app.jobs.send(ref, payload);
  }
}
