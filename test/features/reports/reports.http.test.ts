import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import type { Scope } from "../../../src/model/scopes.ts";
import { createFeatureApp, credential } from "../../support/feature-app.ts";
import { createReportWorld, REPORT_SCOPES, type ReportWorld } from "./support.ts";

let world: ReportWorld;
let app: ReturnType<typeof createFeatureApp>;
let owner: RequestContext;

beforeAll(async () => {
  world = await createReportWorld({
    // The application of these tests has one user, whom no table knows.
    currentRights: async () => new Set(REPORT_SCOPES),
  });
  app = createFeatureApp(world.reports.routes, world.postgres);
  owner = { ...(await world.user()), actor: { kind: "user", id: "tester" } };
});
afterAll(() => world?.close());

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.call(method, path, {
    headers: { ...credential(world.tenant.id, REPORT_SCOPES), ...headers },
    ...(body !== undefined && { body }),
  });
const as = (...scopes: Scope[]) => credential(world.tenant.id, scopes);
const generate = { template_id: "rows", format: "csv" };

async function completed(own: object = {}): Promise<string> {
  const { status, body } = await call("POST", "/v1/reports/generate", { ...generate, ...own });
  expect(status).toBe(202);
  await world.work();
  return body.report_id as string;
}

/** The file as it is sent: `call` reads JSON. */
async function download(id: string, headers: Record<string, string> = {}, method = "GET") {
  const file = await world.reports.verbs.file(owner, id);
  const parts: Buffer[] = [];
  for await (const part of file.read(0, file.size)) parts.push(Buffer.from(part));
  const response = await app.request(`/v1/reports/${id}/download`, {
    method,
    headers: { ...credential(world.tenant.id, REPORT_SCOPES), ...headers },
  });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body, whole: Buffer.concat(parts), file };
}

describe("POST /v1/reports/generate", () => {
  it("answers 202 with where the status is, and a repeat of its key makes no second report", async () => {
    const headers = { "idempotency-key": "one" };
    const first = await call("POST", "/v1/reports/generate", generate, headers);
    expect(first.status).toBe(202);
    const { report_id: id } = first.body;
    expect(first.body).toEqual({
      report_id: id,
      status: "generating",
      estimated_completion: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      status_url: `/v1/reports/${id}/status`,
    });
    expect(Date.parse(first.body.estimated_completion)).toBeGreaterThan(world.clock.now().getTime());
    expect(first.headers.get("location")).toBe(`/v1/reports/${id}/status`);
    const again = await call("POST", "/v1/reports/generate", generate, headers);
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect((await call("POST", "/v1/reports/generate", { ...generate, name: "x" }, headers)).status).toBe(422);
    await world.work();
  });

  it.each([
    [{ format: "csv" }, 400, "template_id"],
    [{ template_id: "rows" }, 400, "format"],
    [{ ...generate, format: "doc" }, 400, "format"],
    [{ ...generate, format: "pdf" }, 400, "format"],
    [{ ...generate, colour: 1 }, 400, "colour"],
    [{ ...generate, parameters: { colour: 1 } }, 400, "parameters.colour"],
    [{ ...generate, name: "a\nb" }, 400, "name"],
    [{ ...generate, name: " " }, 400, "name"],
    [{ ...generate, delivery: { method: "fax" } }, 400, "delivery.method"],
    [{ ...generate, delivery: { method: "email", recipients: ["ann"] } }, 400, "delivery.recipients.0"],
    [
      { ...generate, delivery: { method: "email", recipients: ["a@b.de\r\nBcc: c@d.de"] } },
      400,
      "delivery.recipients.0",
    ],
    [
      { ...generate, delivery: { method: "email", recipients: Array(51).fill("ann@example.com") } },
      400,
      "delivery.recipients",
    ],
    [{ ...generate, delivery: { method: "email", recipients: ["ann@example.com"] } }, 400, "delivery.method"],
    [{ ...generate, delivery: { method: "webhook" } }, 400, "delivery.method"],
    [{ ...generate, template_id: "none" }, 404, "template_id"],
  ])("refuses %j", async (body, status, field) => {
    const refused = await call("POST", "/v1/reports/generate", body);
    expect([refused.status, refused.body.error.details[0]?.field]).toEqual([status, field]);
  });

  it("needs reports.create and the scopes of the data", async () => {
    const refused = async (scopes: Scope[]) =>
      (await app.call("POST", "/v1/reports/generate", { body: generate, headers: as(...scopes) })).body.required_scope;
    expect(await refused(["reports.read", "cmdb.read"])).toBe("reports.create");
    expect(await refused(["reports.create"])).toBe("cmdb.read");
  });
});

describe("the status", () => {
  it("has no file until it is completed, and then its times", async () => {
    const { body: asked } = await call("POST", "/v1/reports/generate", {
      ...generate,
      parameters: { grouping: ["x"] },
    });
    const path = asked.status_url as string;
    expect((await call("GET", path)).body).toEqual({
      report_id: asked.report_id,
      status: "generating",
      completed_at: null,
      download_url: null,
      expires_at: null,
      progress: { done: 0, total: 1_200 },
      error: null,
      deliveries: [],
      ignored_parameters: ["grouping"],
    });
    expect((await call("GET", `/v1/reports/${asked.report_id}/download`)).status).toBe(409);
    await world.work();
    const done = (await call("GET", path)).body;
    expect(done).toMatchObject({ status: "completed", progress: { done: 1_200, total: 1_200 } });
    expect(done.download_url).toBe(`/v1/reports/${asked.report_id}/download`);
    expect(Date.parse(done.expires_at) - Date.parse(done.completed_at)).toBe(7 * 86_400_000);
  });

  it("of a report that failed says why; its file is gone", async () => {
    world.report.beforeBuild = () => {
      throw new TypeError("inside");
    };
    const { body: asked } = await call("POST", "/v1/reports/generate", generate);
    for (let times = 0; times < 6; times++) {
      await world.passPauses();
      await world.work();
    }
    world.report.beforeBuild = () => {};
    const failed = (await call("GET", asked.status_url)).body;
    expect(failed).toMatchObject({ status: "failed", error: "An internal error prevented it", download_url: null });
    expect((await call("GET", `/v1/reports/${asked.report_id}/download`)).status).toBe(410);
  });
});

describe("the list", () => {
  it("is filtered by category, owner, sharing, status and template", async () => {
    const id = await completed({ shared: true, name: "Shared" });
    const found = async (query: string) =>
      ((await call("GET", `/v1/reports?limit=100&${query}`)).body.data as { id: string }[]).some(
        (one) => one.id === id,
      );
    const all = ["category=inventory", "created_by=me", "shared=true", "status=completed,failed"];
    const others = ["created_by=tester", "template_id=rows", all.join("&")];
    for (const query of [...all, ...others]) expect(await found(query), query).toBe(true);
    for (const query of [
      "category=risk",
      "created_by=other",
      "shared=false",
      "status=expired",
      "template_id=query:1",
    ]) {
      expect(await found(query), query).toBe(false);
    }
    expect((await call("GET", "/v1/reports?category=none")).status).toBe(400);
    expect((await call("GET", "/v1/reports?status=done")).status).toBe(400);
    const { body, headers } = await call("GET", "/v1/reports?limit=1");
    expect(headers.get("x-total-count")).toBe(String(body.pagination.total));
    const next = await call("GET", `/v1/reports?limit=1&cursor=${body.pagination.next_cursor}`);
    expect(next.body.data[0].id).not.toBe(body.data[0].id);
  });

  it("of templates has their parameters as JSON Schema", async () => {
    const { body } = await call("GET", "/v1/reports/templates");
    expect(body.data).toEqual([
      expect.objectContaining({
        id: "rows",
        category: "inventory",
        formats: ["csv", "json"],
        parameters: expect.objectContaining({ type: "object", additionalProperties: false }),
      }),
    ]);
  });
});

describe("a report", () => {
  it("is shared, renamed and deleted", async () => {
    const id = await completed();
    const changed = await call("PATCH", `/v1/reports/${id}`, { shared: true, name: "Another" });
    expect(changed.body).toMatchObject({ id, shared: true, name: "Another" });
    expect((await call("GET", `/v1/reports/${id}`)).body).toEqual(changed.body);
    expect((await call("PATCH", `/v1/reports/${id}`, { status: "completed" })).status).toBe(400);
    expect((await call("DELETE", `/v1/reports/${id}`)).status).toBe(200);
    for (const path of [`/v1/reports/${id}`, `/v1/reports/${id}/status`, `/v1/reports/${id}/download`]) {
      expect((await call("GET", path)).status).toBe(404);
    }
    expect((await call("GET", "/v1/reports/none/status")).status).toBe(404);
  });
});

describe("the file", () => {
  it("is sent with its name, length and tag", async () => {
    const id = await completed({ name: 'Größe "Ost"/1' });
    const { status, headers, body, whole } = await download(id);
    expect([status, body.equals(whole)]).toEqual([200, true]);
    expect(headers.get("content-type")).toMatch(/^text\/csv/);
    expect(headers.get("content-length")).toBe(String(whole.length));
    expect(headers.get("accept-ranges")).toBe("bytes");
    const day = world.clock.now().toISOString().slice(0, 10);
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="Gr__e -Ost-1 ${day}.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20-Ost-1%20${day}.csv`,
    );
    const head = await download(id, { range: "bytes=0-1" }, "HEAD");
    expect([head.status, head.body.length, head.headers.get("content-length")]).toEqual([200, 0, String(whole.length)]);
    const tag = headers.get("etag") ?? "";
    expect((await download(id, { "if-none-match": tag })).status).toBe(304);
    expect((await download(id, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it.each([
    ["bytes=0-0", 0, 0],
    ["bytes=10-", 10, -1],
    ["bytes=-5", -5, -1],
    ["bytes=262143-262144", 262_143, 262_144],
    ["bytes=100-99999999", 100, -1],
    ["bytes=-99999999", 0, -1],
    ["Bytes = 1-2", 1, 2],
  ])("is sent in part for %s", async (range, first, last) => {
    const id = await largeFile();
    const { status, headers, body, whole } = await download(id, { range });
    const at = (place: number) => (place < 0 ? whole.length + place : place);
    expect(status).toBe(206);
    expect(headers.get("content-range")).toBe(`bytes ${at(first)}-${at(last)}/${whole.length}`);
    expect(headers.get("content-length")).toBe(String(body.length));
    expect(body.equals(whole.subarray(at(first), at(last) + 1))).toBe(true);
  });

  it.each(["bytes=0-1,3-4", "items=0-1", "bytes=5-4", "bytes=-", "bytes=a-b", "bytes"])(
    "is sent whole for %s",
    async (range) => {
      const { status, body, whole } = await download(await largeFile(), { range });
      expect([status, body.length]).toEqual([200, whole.length]);
    },
  );

  it.each(["bytes=99999999-", "bytes=-0"])("has no bytes for %s", async (range) => {
    const id = await largeFile();
    const { status, headers, whole } = await download(id, { range });
    expect([status, headers.get("content-range")]).toEqual([416, `bytes */${whole.length}`]);
  });

  it("is sent in part only to a copy that is current", async () => {
    const id = await largeFile();
    const { headers } = await download(id);
    const [tag, time] = [headers.get("etag") ?? "", headers.get("last-modified") ?? ""];
    for (const current of [tag, time]) {
      expect((await download(id, { range: "bytes=0-1", "if-range": current })).status).toBe(206);
    }
    for (const other of ['"other"', `W/${tag}`, "Thu, 01 Jan 1970 00:00:00 GMT", "nonsense"]) {
      expect((await download(id, { range: "bytes=0-1", "if-range": other })).status).toBe(200);
    }
  });

  it("needs reports.export", async () => {
    const id = await completed();
    const refused = await app.call("GET", `/v1/reports/${id}/download`, { headers: as("reports.read", "cmdb.read") });
    expect([refused.status, refused.body.required_scope]).toEqual([403, "reports.export"]);
  });

  it("is gone once it has expired", async () => {
    const id = await completed();
    world.clock.advance(8 * 86_400_000);
    const gone = await call("GET", `/v1/reports/${id}/download`);
    expect([gone.status, gone.body.error.code]).toEqual([410, "GONE"]);
    expect((await call("GET", `/v1/reports/${id}/status`)).body).toMatchObject({
      status: "expired",
      download_url: null,
    });
  });

  it("of 100 MB passes through generation and download in little memory", async () => {
    const rows = 100_000;
    world.report.width = 1_000;
    const before = heldMb();
    const held: number[] = [];
    // A collection takes the process a while: rarely enough to leave it to its work.
    const watch = setInterval(() => held.push(heldMb() - before), 1_500);
    try {
      const id = await completed({ parameters: { rows } });
      const response = await app.request(`/v1/reports/${id}/download`, {
        headers: credential(world.tenant.id, REPORT_SCOPES),
      });
      let length = 0;
      for await (const part of response.body ?? []) {
        length += part.length;
        if (held.length === 0 && length > 50_000_000) held.push(heldMb() - before);
      }
      expect(length).toBeGreaterThan(100_000_000);
      expect(length).toBe(Number(response.headers.get("content-length")));
    } finally {
      clearInterval(watch);
      world.report.width = 10;
    }
    expect(held.length).toBeGreaterThan(0);
    expect(Math.max(...held)).toBeLessThan(64);
  });
});

describe("schedules", () => {
  const schedule = { ...generate, name: "Servers", cron: "0 7 * * 1", time_zone: "Europe/Berlin" };

  it("are made, read, changed and deleted", async () => {
    const made = await call("POST", "/v1/reports/schedules", schedule);
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.headers.get("location")).toBe(`/v1/reports/schedules/${id}`);
    expect(made.body).toMatchObject({
      ...schedule,
      parameters: {},
      delivery: { method: "none", recipients: [] },
      enabled: true,
      last_run: null,
      last_error: null,
    });
    expect(Date.parse(made.body.next_run)).toBeGreaterThan(world.clock.now().getTime());
    expect((await call("GET", `/v1/reports/schedules/${id}`)).body).toEqual(made.body);
    expect((await call("GET", "/v1/reports/schedules")).body.data).toEqual([made.body]);
    const changed = await call("PUT", `/v1/reports/schedules/${id}`, { ...made.body, enabled: false });
    expect(changed.body).toMatchObject({ enabled: false, next_run: null });
    expect((await call("DELETE", `/v1/reports/schedules/${id}`)).status).toBe(200);
    expect((await call("GET", `/v1/reports/schedules/${id}`)).status).toBe(404);
  });

  it("with faults are refused with all of them", async () => {
    const body = { ...schedule, cron: "x", time_zone: "Mars", parameters: { colour: 1 } };
    const refused = await call("POST", "/v1/reports/schedules", body);
    expect(refused.status).toBe(400);
    const fields = (refused.body.error.details as { field: string }[]).map(({ field }) => field);
    expect(fields).toEqual(["cron", "time_zone", "parameters.colour"]);
    expect((await call("POST", "/v1/reports/schedules", { ...schedule, template_id: "none" })).status).toBe(404);
    expect((await app.call("GET", "/v1/reports/schedules", { headers: as("reports.read") })).status).toBe(403);
  });
});

let large: Promise<string> | undefined;
/** A report of several pieces. */
function largeFile(): Promise<string> {
  large ??= completed({ parameters: { rows: 60_000 } });
  return large;
}

/**
 * Memory that collections leave: how much more the process takes depends on when it last collected. The first one goes on
 * freeing memory outside of the heap while the process works on; the second one waits for it.
 */
function heldMb(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
}
