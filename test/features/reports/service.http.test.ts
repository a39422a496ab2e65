import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

let service: ServiceApp;

beforeAll(async () => {
  service = await sharedServiceApp();
});
afterAll(() => service?.close());

it("generates a report of the inventory by the jobs of the service, for its owner alone", async () => {
  const headers = await service.login();
  await service.call("POST", "/v1/cmdb/ci", { headers, body: { name: "web01", type: "server" } });
  const body = { template_id: "ci_inventory", format: "csv" };
  const asked = await service.call("POST", "/v1/reports/generate", { headers, body });
  expect(asked.status, asked.text).toBe(202);
  const status = async () => (await service.call("GET", asked.body.status_url, { headers })).body;
  await expect.poll(async () => (await status()).status, { timeout: 90_000 }).not.toBe("generating");
  const done = await status();
  expect(done).toMatchObject({ status: "completed", error: null, progress: { done: 1, total: 1 } });
  const file = await service.call("GET", done.download_url, { headers });
  expect(file.text).toContain("web01");
  const colleague = await service.loginWith("reports.read", "reports.export", "cmdb.read");
  const stranger = await service.loginElsewhere();
  for (const other of [colleague, stranger]) {
    expect((await service.call("GET", done.download_url, { headers: other })).status).toBe(404);
    expect((await service.call("GET", "/v1/reports", { headers: other })).body.data).toEqual([]);
  }
});
