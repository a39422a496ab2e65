import { afterAll, beforeAll, expect, it } from "vitest";
import { createMailServer, type MailServer } from "../../support/mail-server.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";
import { sendOwedReports } from "./send-owed.ts";

let service: ServiceApp;
let mails: MailServer;
let headers: Record<string, string>;

beforeAll(async () => {
  mails = await createMailServer();
  service = await serviceApp({
    env: { ORRERY_SMTP_URL: `smtp://127.0.0.1:${mails.port}`, ORRERY_EGRESS_ALLOW: "127.0.0.1" },
  });
  headers = await service.login();
});
afterAll(async () => {
  await service?.close();
  await mails?.close();
});

const ok = async (method: string, path: string, body?: object) => {
  const answer = await service.call(method, path, { headers, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};

it("a saved query is made into a report at its time, and mailed to each recipient", async () => {
  await ok("POST", "/v1/cmdb/ci", { name: "web01", type: "server", status: "maintenance" });
  await ok("POST", "/v1/cmdb/ci", { name: "web02", type: "server" });
  const filters = [{ field: "status", op: "eq", value: "maintenance" }];
  const query = await ok("POST", "/v1/queries", { name: "In maintenance", query: { entity: "ci", filters } });
  const recipients = ["ops@example.com", "lead@example.com"];
  const schedule = await ok("POST", "/v1/reports/schedules", {
    name: "Weekly maintenance",
    cron: "0 7 * * 1",
    time_zone: "Europe/Lisbon",
    template_id: `query:${query.id}`,
    format: "csv",
    delivery: { method: "email", recipients },
  });
  // Its time has come.
  await service.postgres.query(
    "update report_schedules set next_run = date_trunc('milliseconds', now()) where id = $1",
    [schedule.id],
  );
  await sendOwedReports(service);

  const list = async () => (await ok("GET", `/v1/reports?template_id=query:${query.id}`)).data;
  await expect.poll(async () => (await list())[0]?.status, { timeout: 60_000, interval: 200 }).toBe("completed");
  const [report] = await list();
  expect(report).toMatchObject({ name: "Weekly maintenance", category: "inventory", rows: 1 });
  await expect.poll(() => mails.arrived.length, { timeout: 60_000, interval: 200 }).toBe(2);
  expect(mails.arrived.map(({ to }) => to.join()).toSorted()).toEqual(recipients.toSorted());
  const file = (await service.call("GET", report.download_url, { headers })).text;
  expect(file).toContain("web01");
  expect(file).not.toContain("web02");
  for (const { raw, to } of mails.arrived) {
    expect(raw).toContain("Subject: Report: Weekly maintenance");
    expect(raw.replaceAll("\r\n", "")).toContain(Buffer.from(file).toString("base64").slice(0, 60));
    for (const other of recipients.filter((one) => !to.includes(one))) expect(raw).not.toContain(other);
  }
  const delivered = async () => {
    const { deliveries } = await ok("GET", `/v1/reports/${report.id}/status`);
    return deliveries.map(({ status }: { status: string }) => status);
  };
  await expect.poll(delivered).toEqual(["delivered", "delivered"]);
  const { last_run: lastRun, next_run: nextRun } = await ok("GET", `/v1/reports/schedules/${schedule.id}`);
  expect(Date.parse(nextRun)).toBeGreaterThan(Date.parse(lastRun));
});
