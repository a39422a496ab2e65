import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "../../../src/context.ts";
import { INCIDENTS, type LoadedDemo } from "../../../src/features/demo/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";

const http: ServiceApp = await serviceApp();
let headers: Record<string, string>;
let loaded: LoadedDemo;

beforeAll(async () => {
  loaded = await http.app.demo.load(systemContext(http.tenantId, newId()));
  await http.changesDelivered();
  headers = await http.login();
});
afterAll(() => http?.close());

const get = async (path: string) => {
  const answer = await http.call("GET", path, { headers });
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
const incidentOf = (key: string) => loaded.incidents.find((one) => one.key === key)!;

describe("GET /v1/events/{id}/correlations for the demo", () => {
  it.each(INCIDENTS.map(({ key, rootCause }) => [key, rootCause]))(
    "finds for %s the cause %s, from its last event",
    async (key, rootCause) => {
      const { event } = incidentOf(key);
      const { body } = await get(`/v1/events/${event.id}/correlations`);
      expect(body.suggested_root_cause, body.root_cause_reason).toMatchObject({ name: rootCause });
      expect(body.correlated_events.length).toBeGreaterThan(3);
    },
  );
});

describe("GET /v1/incidents for the demo", () => {
  it("lists every incident with its cause", async () => {
    const causes = async () => {
      const { body } = await get("/v1/incidents?limit=100");
      return body.data.flatMap(({ root_cause }: { root_cause: { name: string } | null }) => root_cause?.name ?? []);
    };
    await expect
      .poll(causes, { timeout: 60_000, interval: 500 })
      .toEqual(expect.arrayContaining(INCIDENTS.map(({ rootCause }) => rootCause)));
  }, 90_000);
});

describe("GET /v1/cmdb/ci/{id}/impact for the demo", () => {
  it.each(INCIDENTS.map(({ key, services }) => [key, services] as const))(
    "lists the services that %s affects",
    async (key, services) => {
      const { body } = await get(`/v1/cmdb/ci/${incidentOf(key).rootCause.id}/impact`);
      const hit = body.services.map(({ name }: { name: string }) => name);
      expect(hit).toEqual(expect.arrayContaining([...services]));
    },
  );
});

describe("GET /v1/services for the demo", () => {
  it("lists all services, with degraded health and with maps", async () => {
    const { body } = await get("/v1/services?limit=100");
    expect(body.data).toHaveLength(8);
    for (const { services } of loaded.incidents) {
      for (const { id, name } of services) {
        const service = body.data.find((one: { id: string }) => one.id === id);
        expect(service, name).toMatchObject({ name, health: { status: expect.stringMatching(/degraded|critical/) } });
        const { text } = await get(`/v1/services/${id}/dependency-map.svg`);
        expect(text).toContain("<svg");
      }
    }
  });
});
