import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { testTenant } from "../../support/access.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";
import { EventStream } from "./event-stream.ts";

type Headers = Record<string, string>;

let service: ServiceApp;
let admin: Headers;
const open: EventStream[] = [];

beforeAll(async () => {
  service = await serviceApp();
  admin = await service.login();
}, 60_000);
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
});
afterAll(() => service?.close());

async function follow(headers: Headers = admin, query = ""): Promise<EventStream> {
  const response = await service.app.http.request(`/v1/stream${query}`, { headers });
  expect(response.status).toBe(200);
  const stream = new EventStream(response);
  open.push(stream);
  await stream.next(({ event }) => event === "open");
  return stream;
}

async function createCi(headers: Headers = admin, name = `ci-${Math.random()}`): Promise<string> {
  const { body, status, text } = await service.call("POST", "/v1/cmdb/ci", { headers, body: { name, type: "server" } });
  expect(status, text).toBe(201);
  return body.id;
}

async function createEvent(headers: Headers = admin): Promise<string> {
  const body = { title: `disk full ${Math.random()}`, severity: "high", source: "test" };
  const answer = await service.call("POST", "/v1/events", { headers, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

describe("what a stream tells", () => {
  test("a created, changed and deleted CI", async () => {
    const stream = await follow();
    const id = await createCi();
    await stream.tells("ci.changed", id, { change: "created", type: "server" });
    await service.call("PUT", `/v1/cmdb/ci/${id}`, { headers: admin, body: { status: "maintenance" } });
    await stream.tells("ci.changed", id, { change: "updated", status: "maintenance" });
    await service.call("DELETE", `/v1/cmdb/ci/${id}`, { headers: admin });
    await stream.tells("ci.changed", id, { change: "deleted" });
  });

  test("a new event and its new status", async () => {
    const stream = await follow();
    const id = await createEvent();
    await stream.tells("event.changed", id, { change: "created", status: "open", severity: "high" });
  });

  test("a relationship, with both its ends", async () => {
    const stream = await follow();
    const [source, target] = [await createCi(), await createCi()];
    const body = { type: "depends_on", source_ci: source, target_ci: target };
    const answer = await service.call("POST", "/v1/cmdb/relationships", { headers: admin, body });
    expect(answer.status, answer.text).toBe(201);
    const more = { change: "created", type: "depends_on", source_ci: source, target_ci: target };
    await stream.tells("relationship.changed", answer.body.id, more);
  });

  test("the incident of events", async () => {
    const stream = await follow();
    const ci = await createCi();
    for (const title of ["disk full", "disk slow"]) {
      const body = { title, severity: "critical", source: "test", affected_cis: [ci] };
      const answer = await service.call("POST", "/v1/events", { headers: admin, body });
      expect(answer.status, answer.text).toBe(201);
    }
    const { data } = await stream.next(({ event }) => event === "incident.changed", 30_000);
    expect(data.items[0]).toMatchObject({ status: "open" });
    const { id } = data.items[0];
    expect((await service.call("GET", `/v1/incidents/${id}`, { headers: admin })).status).toBe(200);
  });

  test("a scan and its end", async () => {
    const stream = await follow();
    const data = { discovered_hosts: [{ hostname: "seen", ip_address: "192.0.2.77" }] };
    const body = { scanner_id: "s", scan_type: "full", timestamp: new Date().toISOString(), data };
    const answer = await service.call("POST", "/v1/discovery/scan-data", { headers: admin, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    await stream.tells("scan.changed", answer.body.scan_id, { status: "completed" });
  });

  test("a report, to its owner alone until it is shared", async () => {
    const [stream, other] = [await follow(), await follow(await service.loginWith("reports.read"))];
    const [template] = (await service.call("GET", "/v1/reports/templates", { headers: admin })).body.data;
    const body = { template_id: template.id, format: "json", parameters: {} };
    const answer = await service.call("POST", "/v1/reports/generate", { headers: admin, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    const id = answer.body.report_id;
    await stream.tells("run.changed", id, { status: "completed" });
    expect(other.text).not.toContain(id);
    await service.call("PATCH", `/v1/reports/${id}`, { headers: admin, body: { shared: true } });
    await other.tells("run.changed", id);
  });
});

describe("a stream over HTTP", () => {
  test("is a stream of events that nobody stores or holds back", async () => {
    const { headers } = (await follow()).response;
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
  });

  test("tells nothing to another tenant", async () => {
    const other = await follow(await service.loginElsewhere());
    const own = await follow();
    await own.tells("ci.changed", await createCi());
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(other.messages.map(({ event }) => event)).toEqual(["open"]);
  });

  test("ends soon after its user logged out", async () => {
    const headers = await service.login();
    const stream = await follow(headers);
    expect((await service.call("POST", "/v1/auth/logout", { headers })).status).toBeLessThan(300);
    expect((await stream.next(({ event }) => event === "bye", 20_000)).data).toEqual({ reason: "credential_ended" });
    await stream.end();
  });

  test("ends soon after its user lost a scope", async () => {
    const headers = await service.loginWith("cmdb.read", "events.read");
    const stream = await follow(headers);
    expect(stream.messages[0]?.data.kinds).toContain("event");
    await service.postgres.query(
      "update users set scopes = array['cmdb.read'] where scopes = array['cmdb.read','events.read']",
    );
    expect((await stream.next(({ event }) => event === "bye", 20_000)).data).toEqual({ reason: "rights_changed" });
    const again = await follow(headers);
    expect(again.messages[0]?.data.kinds).not.toContain("event");
  });

  test("ends soon after its tenant was closed to be removed", async () => {
    const tenant = await testTenant(service.app.access);
    const stream = await follow({ authorization: `Bearer ${(await tenant.login()).token}` });
    const [named] = await service.postgres.query<{ name: string }>("select name from tenants where id = $1", [
      tenant.id,
    ]);
    await service.app.access.operator.beginRemoval(named!.name);
    expect((await stream.next(({ event }) => event === "bye", 20_000)).data).toEqual({ reason: "credential_ended" });
    await stream.end();
  });

  test("refuses kinds that do not exist, in words", async () => {
    const answer = await service.call("GET", "/v1/stream?kinds=ci,secret", { headers: admin });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("kinds");
  });

  test("is counted while it is open", async () => {
    await follow();
    const metrics = await service.app.metrics.registry.metrics();
    expect(metrics).toMatch(/^orrery_streams_open [1-9]/m);
  });
});
