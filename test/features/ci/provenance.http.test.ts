import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

let http: ServiceApp;
let headers: Record<string, string>;
beforeAll(async () => {
  http = await sharedServiceApp();
  headers = await http.login();
});
afterAll(() => http?.close());

const FIRST_SCAN = "2026-01-31T08:00:00.000Z";
const SECOND_SCAN = "2026-02-01T08:00:00.000Z";
const host = (version: string, timestamp: string) => ({
  scanner_id: "scanner-7",
  scan_type: "full",
  timestamp,
  data: {
    discovered_hosts: [
      {
        hostname: "web01.example.com",
        serial_number: "PROV-0001",
        ip_address: "192.0.2.77",
        os: { name: "Debian", version },
      },
    ],
  },
});
const scan = async (version: string, scannedAt: string) => {
  const sent = await http.call("POST", "/v1/discovery/scan-data", { headers, body: host(version, scannedAt) });
  expect(sent.status, sent.text).toBe(202);
  const results = () => http.call("GET", `/v1/discovery/scans/${sent.body.scan_id}`, { headers });
  await expect.poll(async () => (await results()).body.status, { timeout: 60_000 }).toBe("completed");
  return (await results()).body.results[0].ci_id as string;
};
const sourcesOf = async (id: string) => {
  const { status, body, text } = await http.call("GET", `/v1/cmdb/ci/${id}/provenance`, { headers });
  expect(status, text).toBe(200);
  const fields = body.fields as { field: string }[];
  return new Map(fields.map(({ field, ...source }) => [field, source]));
};

describe("GET /v1/cmdb/ci/{id}/provenance", () => {
  it("names people for what people entered, with the time of each change", async () => {
    const body = { name: "router-1", type: "router", attributes: { site: "fra1", rack: "r1" } };
    const { id } = (await http.call("POST", "/v1/cmdb/ci", { headers, body })).body;
    const before = await sourcesOf(id);
    expect([...before.keys()]).toEqual(["name", "type", "status", "attributes.site", "attributes.rack"]);
    const change = { attributes: { rack: "r2" }, custom_fields: { owner: "net" } };
    await http.call("PUT", `/v1/cmdb/ci/${id}`, { headers, body: change });
    const after = await sourcesOf(id);
    expect(after.get("attributes.site")).toEqual(before.get("attributes.site"));
    const { created_at, updated_at } = (await http.call("GET", `/v1/cmdb/ci/${id}`, { headers })).body;
    const human = { source_class: "human", scanner_id: null };
    expect(after.get("attributes.site")).toEqual({ ...human, since: created_at });
    expect(after.get("attributes.rack")).toEqual({ ...human, since: updated_at });
    expect(after.get("custom_fields.owner")).toEqual({ ...human, since: updated_at });
  });

  it("tells a scanner's values from a person's", async () => {
    const id = await scan("12.9", FIRST_SCAN);
    const at = { headers, body: { name: "the web server", attributes: { note: "spare" } } };
    await http.call("PUT", `/v1/cmdb/ci/${id}`, at);
    expect(await scan("13.7", SECOND_SCAN)).toBe(id);
    const sources = await sourcesOf(id);
    for (const field of ["name", "attributes.note"]) {
      expect(sources.get(field)).toMatchObject({ source_class: "human", scanner_id: null });
    }
    const { attributes } = (await http.call("GET", `/v1/cmdb/ci/${id}`, { headers })).body;
    const changed = Object.keys(attributes).filter((key) => JSON.stringify(attributes[key]).includes("13.7"));
    expect(changed.length).toBeGreaterThan(0);
    for (const key of changed) {
      const source = sources.get(`attributes.${key}`);
      expect(source).toMatchObject({ source_class: "agentless", since: SECOND_SCAN, scanner_id: "scanner-7" });
    }
  });

  it("is not found for another tenant's CI, and needs cmdb.read", async () => {
    const { id } = (await http.call("POST", "/v1/cmdb/ci", { headers, body: { name: "mine", type: "server" } })).body;
    const path = `/v1/cmdb/ci/${id}/provenance`;
    expect((await http.call("GET", path, { headers: await http.loginElsewhere() })).status).toBe(404);
    expect((await http.call("GET", path, { headers: await http.loginWith("events.read") })).status).toBe(403);
  });
});
