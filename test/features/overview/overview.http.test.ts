import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServicesWorld, servicesWorld } from "../services/support.ts";

let world: ServicesWorld;
beforeAll(async () => {
  world = await servicesWorld();
});
afterAll(() => world?.http.close());

const summary = () => world.ok("GET", "/v1/summary");

/** Figures of jobs that run after a write. */
async function until(isThere: (found: Awaited<ReturnType<typeof summary>>) => boolean) {
  for (let tries = 0; tries < 100; tries++) {
    const found = await summary();
    if (isThere(found)) return found;
    await sleep(200);
  }
  throw new Error(`it never came: ${JSON.stringify(await summary())}`);
}

describe("GET /v1/summary", () => {
  test("is a first run until there is more than one CI and its software", async () => {
    expect(await summary()).toMatchObject({
      cis: { total: 0, by_type: [], changed: 0 },
      events: { unresolved: 0, by_severity: { critical: 0, high: 0, medium: 0, low: 0 } },
      incidents: { open: 0, worst: [] },
      services: { total: 0, unrated: 0 },
      discovery: { scans: { running: 0, completed: 0, failed: 0, with_parked_hosts: 0 }, parked_hosts: 0 },
      pending_mappings: 0,
      first_run: true,
      demo_loaded: false,
    });
    const [host, instance] = [await world.ci(), await world.ci({ type: "software_instance" })];
    await world.link("Installed On", instance, host);
    expect(await summary()).toMatchObject({ cis: { total: 2, changed: 2 }, first_run: true });
    await world.ci({ status: "maintenance" });
    const more = await summary();
    expect(more).toMatchObject({ cis: { total: 3 }, first_run: false });
    expect(more.cis.by_type).toEqual([
      { type: "server", total: 2, by_status: { active: 1, inactive: 0, maintenance: 1 } },
      { type: "software_instance", total: 1, by_status: { active: 1, inactive: 0, maintenance: 0 } },
    ]);
  });

  test("counts unresolved events, open incidents with their cause, and services by health", async () => {
    const [web, db] = [await world.ci(), await world.ci()];
    await world.link("depends_on", web, db);
    const shop = await world.service([web]);
    await world.service([]);
    const [first] = [await world.event(db, "critical"), await world.event(web, "high")];
    const resolved = await world.event(web, "low");
    await world.ok("PATCH", `/v1/events/${resolved}/status`, { status: "resolved" });
    await world.ok("PATCH", `/v1/events/${first}/status`, { status: "acknowledged" });
    const found = await until(({ incidents }) => incidents.worst[0]?.root_cause);
    expect(found.events).toEqual({ unresolved: 2, by_severity: { critical: 1, high: 1, medium: 0, low: 0 } });
    expect(found.incidents.open).toBe(1);
    expect(found.incidents.worst).toEqual([
      expect.objectContaining({
        severity: "critical",
        open_events: 2,
        root_cause: expect.objectContaining({ ci_id: db }),
        services: [{ id: shop.id, name: shop.name }],
      }),
    ]);
    expect(found.services).toEqual({
      total: 2,
      by_health: { healthy: 0, degraded: 0, critical: 1, unknown: 1 },
      unrated: 0,
    });
  });

  test("counts scans of a day and parked hosts, the same host once", async () => {
    const submit = (hosts: object[], at = new Date()) =>
      world.ok("POST", "/v1/discovery/scan-data", {
        scan_type: "agent",
        scanner_id: newId(),
        timestamp: at.toISOString(),
        data: { discovered_hosts: hosts },
      });
    await submit([{ os_guess: "Linux" }]);
    await submit([{ os_guess: "Linux" }, { hostname: `host-${newId()}`, ip_address: "192.0.2.7" }]);
    await submit([{ os_guess: "Windows" }]);
    const { discovery } = await until((now) => now.discovery.scans.completed === 3);
    expect(discovery).toEqual({
      scans: { running: 0, completed: 3, failed: 0, with_parked_hosts: 3 },
      parked_hosts: 2,
    });
  });

  test("counts mappings that wait for a decision", async () => {
    // A tenant without software, whose identification would propose mappings of its own.
    const empty = await servicesWorld();
    for (const status of ["pending", "review", "active"]) {
      await empty.ok("POST", "/v1/software-mappings", {
        instance_name: `Program ${newId()}`,
        software: { name: "Program", vendor: "Example" },
        status,
      });
    }
    expect(await empty.ok("GET", "/v1/summary")).toMatchObject({ pending_mappings: 2 });
    await empty.http.close();
  });

  test("shows what the credential may read, and null for the rest", async () => {
    const withScopes = async (...scopes: string[]) => {
      const { apiKey } = await world.ok("POST", "/v1/auth/api-keys", { name: newId(), scopes });
      return world.http.call("GET", "/v1/summary", { headers: { "x-api-key": apiKey } });
    };
    const events = await withScopes("events.read");
    expect(events.body).toMatchObject({ events: { by_severity: {} }, incidents: { worst: expect.any(Array) } });
    for (const part of [
      "cis",
      "services",
      "discovery",
      "pending_mappings",
      "running_jobs",
      "first_run",
      "demo_loaded",
    ]) {
      expect(events.body[part], part).toBeNull();
    }
    const services = await withScopes("services.read");
    expect(services.body).toMatchObject({ cis: null, events: null, incidents: null, services: { unrated: 0 } });
    expect((await withScopes("webhooks.manage")).status).toBe(403);
  });
});
