import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

let http: ServiceApp;
beforeAll(async () => {
  http = await sharedServiceApp();
});
afterAll(() => http?.close());

it("POST of a scan ends with programs linked to software and family, through the real queue", async () => {
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
  const list = async (type: string) => (await http.call("GET", `/v1/cmdb/ci?type=${type}`, { headers })).body.data;
  await expect
    .poll(async () => (await list("software_instance"))[0]?.attributes.software_id, { timeout: 30_000 })
    .toEqual(expect.any(String));
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

it("a scan proposes a mapping for an unknown name; once a person edits it, instances follow it", async () => {
  const headers = await http.login();
  const name = "Zorble Ledger 4.2 (x64)";
  const host = {
    hostname: `desk-${newId()}`,
    ip_address: "192.0.2.41",
    os: { name: "Microsoft Windows 11 Pro", family: "windows" },
    installed_applications: [
      { name, vendor: "Example Corp", version: "4.2" },
      { name: "Zorble Ledger 4.3 (x64)", vendor: "Example Corp", version: "4.3" },
    ],
  };
  const scan = { scan_type: "full", scanner_id: "scanner-1", timestamp: new Date().toISOString() };
  const body = { ...scan, data: { discovered_hosts: [host] } };
  const { scan_id: id } = (await http.call("POST", "/v1/discovery/scan-data", { headers, body })).body;
  const scanned = async () => (await http.call("GET", `/v1/discovery/scans/${id}`, { headers })).body.status;
  await expect.poll(scanned, { timeout: 30_000 }).toBe("completed");
  const proposals = async () =>
    (await http.call("GET", "/v1/software-mappings?status=pending&search=zorble", { headers })).body.data;
  await expect.poll(proposals, { timeout: 10_000 }).toHaveLength(1);
  const [proposal] = await proposals();
  expect(proposal).toMatchObject({ source: "pending", normalized_instance_name: "Zorble Ledger", usage_count: 0 });
  const path = `/v1/software-mappings/${proposal.id}`;
  const software = { name: "Zorble Suite", vendor: "Zorble" };
  const patch = { status: "active", software, family: { name: "Enterprise Applications" } };
  expect((await http.call("PUT", path, { headers, body: patch })).body).toMatchObject({ source: "manual" });
  const instances = async () => {
    const { body: found } = await http.call("GET", "/v1/cmdb/ci?type=software_instance&search=zorble", { headers });
    return found.data.map(({ attributes }: { attributes: Record<string, string> }) => attributes.mapping_id);
  };
  await expect.poll(instances, { timeout: 30_000 }).toEqual([proposal.id, proposal.id]);
  const products = async () => {
    const { body: found } = await http.call("GET", "/v1/cmdb/ci?type=software&search=suite", { headers });
    return found.data.map(({ attributes }: { attributes: Record<string, string> }) => attributes.family);
  };
  await expect.poll(products, { timeout: 30_000 }).toEqual(["Enterprise Applications"]);
  const used = async () => (await http.call("GET", path, { headers })).body.usage_count;
  await expect.poll(used, { timeout: 10_000 }).toBe(2);
}, 120_000);

it("POST of a bill of materials gives its programs their kind of package and CPE name", async () => {
  const headers = await http.login();
  const components = [
    { type: "library", group: "@acme", name: "bom-rocket", version: "1.2.3", purl: "pkg:npm/%40acme/bom-rocket@1.2.3" },
    {
      type: "library",
      name: "bom-core",
      purl: "pkg:maven/org.acme/bom-core@2.0",
      cpe: "cpe:2.3:a:acme:core:2.0:*:*:*:*:*:*:*",
    },
  ];
  const metadata = { component: { type: "device", name: `bom-${newId()}` } };
  const bill = { bomFormat: "CycloneDX", specVersion: "1.6", metadata, components };
  const answer = await http.call("POST", "/v1/discovery/scan-data", { headers, body: bill });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const scanned = async () => (await http.call("GET", `/v1/discovery/scans/${answer.body.scan_id}`, { headers })).body;
  await expect.poll(async () => (await scanned()).status, { timeout: 30_000 }).toBe("completed");
  const found = (await http.call("GET", "/v1/cmdb/ci?type=software_instance&search=bom-", { headers })).body.data;
  const byName = new Map(found.map((ci: { name: string; attributes: object }) => [ci.name, ci.attributes]));
  expect(byName.get("@acme/bom-rocket")).toMatchObject({ platform: "npm", version: "1.2.3" });
  expect(byName.get("bom-core")).toMatchObject({ platform: "java", version: "2.0", cpe_name: components[1]!.cpe });
}, 120_000);
