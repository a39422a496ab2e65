import { afterAll, beforeAll, expect, it } from "vitest";
import { systemContext } from "../../../src/context.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type ModelServer, modelServer } from "../../support/model-server.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";

let http: ServiceApp;
let server: ModelServer;
beforeAll(async () => {
  server = await modelServer(({ input }) =>
    input.host
      ? { role: "file server", criticality: "medium", dependencies: [], confidence: 0.8, connections: [] }
      : { answers: [] },
  );
  http = await serviceApp({ env: { OPENAI_API_KEY: "sk-test-0123456789", OPENAI_BASE_URL: server.baseUrl } });
});
afterAll(async () => {
  await http?.close();
  await server?.close();
});

it("a submitted scan leads to insights of its server through the real job queue", async () => {
  const headers = await http.login();
  const { body } = await http.call("POST", "/v1/discovery/scan-data", {
    headers,
    body: {
      scan_type: "full",
      scanner_id: "scanner-1",
      timestamp: new Date().toISOString(),
      data: { discovered_hosts: [{ hostname: `files-${newId()}`, ip_address: "192.0.2.41", os: { name: "Debian" } }] },
    },
  });
  const scan = async () => (await http.call("GET", `/v1/discovery/scans/${body.scan_id}`, { headers })).body;
  await expect.poll(async () => (await scan()).status, { timeout: 30_000 }).toBe("completed");
  const [{ ci_id: ciId }] = (await scan()).results;
  const ctx = systemContext(http.tenantId, newId());
  const found = () => http.app.insights.verbs.find(ctx, ciId);
  await expect.poll(async () => (await found())?.role, { timeout: 30_000 }).toBe("file server");
  expect(await found()).toMatchObject({ ciId, criticality: "medium", model: "gpt-4o-mini", connections: [] });
  const [call] = await http.postgres.query("select purpose, requests from model_calls where tenant_id = $1", [
    http.tenantId,
  ]);
  expect(call).toEqual({ purpose: "insights.server", requests: 1 });
}, 90_000);
