import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { createReceiver, isSignedWith, type Receiver } from "../../support/receiver.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";

let http: ServiceApp;
let receiver: Receiver;
let headers: Record<string, string>;
beforeAll(async () => {
  http = await serviceApp({ env: { ORRERY_EGRESS_ALLOW: "127.0.0.1" } });
  await http.app.webhooks.startWork();
  headers = await http.login();
  receiver = await createReceiver();
});
afterAll(async () => {
  await receiver?.close();
  await http?.close();
});

const call = (method: string, path: string, body?: unknown, as = headers) =>
  http.call(method, path, { headers: as, body });
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const newHook = (fields: object = {}) =>
  ok("POST", "/v1/webhooks", { name: "a hook", url: receiver.url, events: ["ci.created"], ...fields });
const arrivalsAt = (path: string) => receiver.arrivals.filter((arrival) => arrival.path === path);
const one = async (path: string, n = 1) => {
  await expect.poll(() => arrivalsAt(path).length, { timeout: 15_000, interval: 10 }).toBeGreaterThanOrEqual(n);
  return arrivalsAt(path).at(-1)!;
};
/** A URL of the receiver that no other test uses. */
const ownUrl = () => {
  const path = `/${newId()}`;
  return { path, url: `http://127.0.0.1:${receiver.port}${path}` };
};

describe("webhook deliveries", () => {
  it("send ci.created, signed, with the registered headers", async () => {
    const { path, url } = ownUrl();
    const hook = await newHook({ url, headers: { "X-Token": "t 1" } });
    expect(Object.keys(hook)).toEqual(["id", "name", "url", "secret", "created_at"]);
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const ci = await ok("POST", "/v1/cmdb/ci", { name: `ci ${newId()}`, type: "server" });
    const arrival = await one(path);
    const sent = JSON.parse(arrival.body);
    expect(sent).toMatchObject({
      event: "ci.created",
      data: { ci: { id: ci.id, name: ci.name, type: "server" } },
      webhook_id: hook.id,
    });
    expect(new Date(sent.timestamp).toISOString()).toBe(sent.timestamp);
    expect(arrival.headers).toMatchObject({
      "x-token": "t 1",
      "content-type": "application/json",
      "webhook-id": sent.delivery_id,
    });
    expect(isSignedWith(hook.secret, arrival)).toBe(true);
    const log = () => ok("GET", `/v1/webhooks/${hook.id}/deliveries`);
    await expect.poll(async () => (await log()).data[0].status).toBe("delivered");
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect((await log()).data).toEqual([
      {
        id: sent.delivery_id,
        webhook_id: hook.id,
        event: "ci.created",
        status: "delivered",
        attempts: 1,
        response_status: 204,
        error: null,
        created_at: time,
        next_attempt_at: null,
        delivered_at: time,
      },
    ]);
  });
});

describe("webhook kinds", () => {
  it("send changes of CIs, relationships and events with their changed fields", async () => {
    const { path, url } = ownUrl();
    const kinds = ["ci.created", "ci.updated", "ci.deleted", "relationship.created", "relationship.deleted"];
    await newHook({ url, events: [...kinds, "event.created", "event.status_changed", "scan.completed"] });
    const newCi = () =>
      ok("POST", "/v1/cmdb/ci", { name: `ci ${newId()}`, type: "server", attributes: { cpu_cores: 2 } });
    const [one, two] = [await newCi(), await newCi()];
    await ok("PUT", `/v1/cmdb/ci/${one.id}`, { status: "maintenance", attributes: { cpu_cores: 4 } });
    const link = { type: "depends_on", source_ci: one.id, target_ci: two.id };
    const relationship = await ok("POST", "/v1/cmdb/relationships", link);
    const event = await ok("POST", "/v1/events", {
      title: "Disk full",
      severity: "high",
      source: "probe",
      affected_cis: [one.id],
    });
    await ok("PATCH", `/v1/events/${event.id}/status`, { status: "resolved" });
    await ok("DELETE", `/v1/cmdb/ci/${two.id}`);
    await ok("POST", `/v1/cmdb/ci/${two.id}/restore`);
    await expect.poll(() => arrivalsAt(path).length, { timeout: 15_000 }).toBe(10);
    const told = arrivalsAt(path).map(({ body }) => JSON.parse(body));
    const of = (kind: string) => told.filter((message) => message.event === kind).map((message) => message.data);
    expect(
      of("ci.created")
        .map(({ ci }) => ci.id)
        .sort(),
    ).toEqual([one.id, two.id, two.id].sort());
    expect(of("ci.updated")).toMatchObject([
      {
        ci: { id: one.id, status: "maintenance" },
        changes: {
          status: { before: "active", after: "maintenance" },
          "attributes.cpu_cores": { before: 2, after: 4 },
        },
      },
    ]);
    expect(of("ci.deleted")).toMatchObject([{ ci: { id: two.id, name: two.name } }]);
    expect(of("relationship.created")).toHaveLength(2);
    expect(of("relationship.created")[0]).toMatchObject({ relationship: { id: relationship.id, source_ci: one.id } });
    expect(of("relationship.deleted")).toMatchObject([{ relationship: { id: relationship.id } }]);
    expect(of("event.created")).toMatchObject([{ event: { id: event.id, title: "Disk full", suppressed: true } }]);
    expect(of("event.status_changed")).toMatchObject([
      { event: { id: event.id }, changes: { status: { before: "open", after: "resolved" } } },
    ]);
  });

  it("send scan.completed", async () => {
    const { path, url } = ownUrl();
    await newHook({ url, events: ["scan.completed"] });
    const scan = await ok("POST", "/v1/discovery/scan-data", {
      scan_type: "partial",
      scanner_id: "s",
      timestamp: new Date().toISOString(),
      data: { discovered_hosts: [{ hostname: `h-${newId()}`, ip_address: "192.0.2.8" }] },
    });
    const { data } = JSON.parse((await one(path)).body);
    expect(data).toMatchObject({ scan: { id: scan.scan_id, scanner_id: "s" } });
  });

  it("send report.completed with the report's record, and the status shows the delivery", async () => {
    const { path, url } = ownUrl();
    const hook = await newHook({ url, events: ["report.completed"] });
    const asked = await ok("POST", "/v1/reports/generate", {
      template_id: "ci_inventory",
      format: "csv",
      name: "Weekly",
      delivery: { method: "webhook" },
    });
    const arrival = await one(path);
    const sent = JSON.parse(arrival.body);
    expect(isSignedWith(hook.secret, arrival)).toBe(true);
    const record = await ok("GET", `/v1/reports/${asked.report_id}`);
    expect(sent).toMatchObject({ event: "report.completed", webhook_id: hook.id, data: { report: record } });
    expect(sent.data.report).toMatchObject({ name: "Weekly", status: "completed", format: "csv" });
    // The message tells where the file is, and holds nothing of it.
    expect(sent.data.report.download_url).toBe(`/v1/reports/${asked.report_id}/download`);
    const delivered = async () => (await ok("GET", asked.status_url)).deliveries;
    await expect
      .poll(delivered, { timeout: 15_000 })
      .toMatchObject([{ method: "webhook", status: "delivered", error: null }]);
  });

  it("send nothing for a repeated event", async () => {
    const { path, url } = ownUrl();
    await newHook({ url, events: ["event.created", "event.status_changed"] });
    const event = { title: "Fan", severity: "low", source: "probe", source_id: newId() };
    const { id } = await ok("POST", "/v1/events", event);
    await ok("POST", "/v1/events", event);
    await ok("PATCH", `/v1/events/${id}/status`, { status: "open" });
    await ok("PATCH", `/v1/events/${id}/status`, { status: "acknowledged" });
    await one(path, 2);
    expect(arrivalsAt(path).map(({ body }) => JSON.parse(body).event)).toEqual([
      "event.created",
      "event.status_changed",
    ]);
  });
});

describe("POST, GET and PUT /v1/webhooks", () => {
  const refused = async (fields: object, field: string) => {
    const body = { name: "n", url: "https://hooks.example.com/", events: ["ci.created"], ...fields };
    const answer = await call("POST", "/v1/webhooks", body);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.error).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(answer.body.error.details[0].field).toBe(field);
    return answer.body.error.details[0].error as string;
  };

  it("POST answers 400 naming the faulty field", async () => {
    expect(await refused({ events: ["ci.created", "ci.exploded"] }, "events.1")).toContain("ci.exploded");
    await refused({ events: [] }, "events");
    await refused({ name: " " }, "name");
    await refused({ url: "http://10.0.0.1/" }, "url");
    await refused({ url: "http://2130706434/" }, "url");
    await refused({ url: "http://[::1]/" }, "url");
    await refused({ url: "http://localhost:8080/" }, "url");
    await refused({ url: "https://user:pass@example.com/" }, "url");
    await refused({ url: "ftp://example.com/" }, "url");
    await refused({ headers: { "Webhook-Id": "x" } }, "headers.Webhook-Id");
    await refused({ headers: { Host: "x" } }, "headers.Host");
    await refused({ headers: { "X-A": "a\r\nX-B: b" } }, "headers.X-A");
    await refused({ headers: { "X-A": 1 } }, "headers.X-A");
    await refused({ active: "yes" }, "active");
    await refused({ secret: "whsec_mine" }, "secret");
  });

  it("PUT answers 400 naming the faulty field, and ignores read-only members", async () => {
    const { id } = await newHook();
    for (const body of [
      { url: "http://169.254.169.254/" },
      { events: ["x"] },
      { headers: { Host: "x" } },
      { name: null },
    ]) {
      expect((await call("PUT", `/v1/webhooks/${id}`, body)).status).toBe(400);
    }
    const changed = await ok("PUT", `/v1/webhooks/${id}`, { name: "other", headers: { "X-A": "1" } });
    expect(changed).toMatchObject({
      name: "other",
      url: receiver.url,
      events: ["ci.created"],
      headers: { "X-A": "1" },
    });
    // Sent back as it was read.
    expect(await ok("PUT", `/v1/webhooks/${id}`, changed)).toMatchObject({
      ...changed,
      updated_at: expect.any(String),
    });
  });

  it("POST shows the secret once, and answers 409 to a repeated request; logs and jobs do not hold it", async () => {
    const body = { name: "once", url: receiver.url, events: ["ci.created"] };
    const repeat = { ...headers, "idempotency-key": newId() };
    const first = await call("POST", "/v1/webhooks", body, repeat);
    expect(first.status).toBe(201);
    expect(first.headers.get("location")).toBe(`/v1/webhooks/${first.body.id}`);
    expect((await call("POST", "/v1/webhooks", body, repeat)).status).toBe(409);
    const secret = first.body.secret.slice(6);
    for (const path of ["", `/${first.body.id}`, `/${first.body.id}/deliveries`]) {
      expect((await call("GET", `/v1/webhooks${path}`)).text).not.toContain(secret);
    }
    const rotated = await ok("POST", `/v1/webhooks/${first.body.id}/rotate-secret`);
    expect(rotated.secret).not.toBe(first.body.secret);
    const audit = await call("GET", "/v1/admin/audit?action=webhook.*&limit=100");
    expect(audit.body.data.map((entry: { action: string }) => entry.action)).toEqual(
      expect.arrayContaining(["webhook.created", "webhook.secret_rotated", "webhook.updated"]),
    );
    expect(audit.text).not.toContain(secret);
    expect(audit.text).not.toContain("/hook");
    const stored = JSON.stringify(await http.postgres.query("select * from pgboss.job"));
    expect(stored).not.toContain(secret);
  });

  it("GET answers pages", async () => {
    const all = await ok("GET", "/v1/webhooks?limit=100");
    const first = await ok("GET", "/v1/webhooks?limit=2");
    const next = await ok("GET", `/v1/webhooks?limit=2&cursor=${first.pagination.next_cursor}`);
    expect([...first.data, ...next.data]).toEqual(all.data.slice(0, 4));
    const asc = await ok("GET", "/v1/webhooks?limit=100&order=asc");
    expect(asc.data).toEqual(all.data.toReversed());
    expect((await call("GET", "/v1/webhooks?sort=url")).status).toBe(400);
  });
});

describe("/v1/webhooks/{id}/deliveries", () => {
  it("lists deliveries by status and kind, queues tests, and redelivers under the same id", async () => {
    const { path, url } = ownUrl();
    const { id } = await newHook({ url });
    const tested = await call("POST", `/v1/webhooks/${id}/test`);
    expect([tested.status, tested.body.status, tested.body.event]).toEqual([202, "pending", "webhook.test"]);
    await one(path);
    const list = (query = "") => ok("GET", `/v1/webhooks/${id}/deliveries${query}`);
    await expect.poll(async () => (await list("?status=delivered")).pagination.total).toBe(1);
    expect((await list("?status=pending,failed")).data).toEqual([]);
    expect((await list("?event=ci.created")).data).toEqual([]);
    expect((await call("GET", `/v1/webhooks/${id}/deliveries?status=lost`)).status).toBe(400);
    const again = await call("POST", `/v1/webhooks/deliveries/${tested.body.id}/redeliver`);
    expect([again.status, again.body.id]).toEqual([202, tested.body.id]);
    await one(path, 2);
    const [first, second] = arrivalsAt(path);
    expect([second!.headers["webhook-id"], second!.body]).toEqual([tested.body.id, first!.body]);
  });

  it("hides webhooks and deliveries from other tenants, and requires webhooks.manage", async () => {
    const { id } = await newHook();
    const { id: delivery } = await ok("POST", `/v1/webhooks/${id}/test`);
    const routes = [
      ["GET", `/v1/webhooks/${id}`],
      ["PUT", `/v1/webhooks/${id}`],
      ["POST", `/v1/webhooks/${id}/test`],
      ["POST", `/v1/webhooks/${id}/rotate-secret`],
      ["GET", `/v1/webhooks/${id}/deliveries`],
      ["POST", `/v1/webhooks/deliveries/${delivery}/redeliver`],
      ["DELETE", `/v1/webhooks/${id}`],
    ] as const;
    const [elsewhere, powerless] = [await http.loginElsewhere(), await http.loginWith("cmdb.write", "events.write")];
    const manager = await http.loginWith("webhooks.manage");
    for (const [method, path] of routes) {
      const body = method === "PUT" ? { name: "mine now" } : undefined;
      expect((await call(method, path, body, elsewhere)).status, path).toBe(404);
      const refused = await call(method, path, body, powerless);
      expect([refused.status, refused.body.error.required_scope], path).toEqual([403, "webhooks.manage"]);
      expect((await call(method, path, body, manager)).status, path).toBeLessThan(300);
    }
    expect((await call("GET", "/v1/webhooks", undefined, elsewhere)).body.data).toEqual([]);
    expect((await call("GET", `/v1/webhooks/${id}`)).status).toBe(404);
  });
});
