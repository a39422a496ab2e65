import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { type ServiceApp, serviceApp } from "../support/service-app.ts";

let http: ServiceApp;
beforeAll(async () => {
  http = await serviceApp();
});
afterAll(() => http?.close());

it("a scan of the whole application ends with programs linked to software and family, by the real queue", async () => {
  const headers = await http.login();
  const host = `desk-${newId()}`;
  const { body } = await http.call("POST", "/v1/discovery/scan-data", {
    headers,
    body: {
      scan_type: "full",
      scanner_id: "scanner-1",
      timestamp: new Date().toISOString(),
      data: {
        discovered_hosts: [
          {
            hostname: host,
            ip_address: "192.0.2.40",
            os: { name: "Microsoft Windows 11 Pro", family: "windows" },
            installed_applications: [{ name: "Google Chrome", vendor: "Google LLC", version: "126.0.6478.127" }],
          },
        ],
      },
    },
  });
  const scanned = async () => (await http.call("GET", `/v1/discovery/scans/${body.scan_id}`, { headers })).body.status;
  await expect.poll(scanned, { timeout: 30_000 }).toBe("completed");
  await http.app.relay.drain();
  const list = async (type: string) => (await http.call("GET", `/v1/cmdb/ci?type=${type}`, { headers })).body.data;
  await expect
    .poll(async () => (await list("software_instance"))[0]?.attributes.software_id, { timeout: 30_000 })
    .toEqual(expect.any(String));
  await http.app.relay.drain();
  await expect
    .poll(async () => (await list("software"))[0]?.attributes.family_id, { timeout: 30_000 })
    .toEqual(expect.any(String));
  const [software] = await list("software");
  expect(software).toMatchObject({ name: "Google Chrome", attributes: { family: "Browsers" }, created_by: "system" });
  const [family] = await list("software_family");
  expect(family).toMatchObject({ id: software.attributes.family_id, name: "Browsers" });
  const [instance] = await list("software_instance");
  expect(instance.attributes).toMatchObject({ software_id: software.id, enrichment_status: "pending" });
}, 120_000);
