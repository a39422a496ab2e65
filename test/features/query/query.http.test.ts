import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

let service: ServiceApp;
let admin: Record<string, string>;
let foreign: Record<string, string>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await sharedServiceApp();
  [admin, foreign] = [await service.login(), await service.loginElsewhere()];
  const ci = async (name: string, type: string, attributes = {}) => {
    const answer = await service.call("POST", "/v1/cmdb/ci", { headers: admin, body: { name, type, attributes } });
    ids[name] = answer.body.id;
  };
  await ci("=shop", "application", { os: "linux" });
  await ci("db01", "database", { os: "aix" });
  await ci("web01", "server", { os: "Linux" });
  const link = { source_ci: ids["=shop"], target_ci: ids.db01, type: "depends_on" };
  expect((await service.call("POST", "/v1/cmdb/relationships", { headers: admin, body: link })).status).toBe(201);
  const event = (title: string, names: string[], more = {}) =>
    service.call("POST", "/v1/events", {
      headers: admin,
      body: { title, severity: "high", source: "zabbix", affected_cis: names.map((name) => ids[name]), ...more },
    });
  await event("=cmd|' /C calc'!A0", ["=shop", "db01"], { metrics: { load: 5 } });
  await event("Disk full", ["db01"], { metrics: { load: 7 } });
  await event("Nobody's", []);
  await service.changesDelivered();
});
afterAll(() => service.close());

const ask = (body: object, headers = admin, query = "") =>
  service.call("POST", `/v1/query${query}`, { headers: { accept: "application/json", ...headers }, body });

describe("a query form", () => {
  test("answers columns, rows and their number", async () => {
    const answer = await ask({
      entity: "event",
      fields: ["title", "ci.name", "ci.type"],
      limit: 1,
      order: [{ field: "title" }],
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      columns: [
        { name: "title", type: "text" },
        { name: "ci.name", type: "list" },
        { name: "ci.type", type: "list" },
      ],
      rows: [{ title: "=cmd|' /C calc'!A0", "ci.name": ["=shop", "db01"], "ci.type": ["application", "database"] }],
      total: 3,
      truncated: true,
      took_ms: expect.any(Number),
    });
  });

  test("filters and groups by the CIs of events, across both stores", async () => {
    const titles = async (form: object) =>
      (
        await ask({ entity: "event", fields: ["title"], order: [{ field: "title", direction: "desc" }], ...form })
      ).body.rows.map(({ title }: { title: string }) => title);
    expect(await titles({ filters: [{ field: "ci.type", op: "eq", value: "Database" }] })).toHaveLength(2);
    expect(await titles({ filters: [{ field: "ci.attributes.os", op: "eq", value: "LINUX" }] })).toEqual([
      "=cmd|' /C calc'!A0",
    ]);
    expect(await titles({ filters: [{ field: "ci.type", op: "ne", value: "application" }] })).toEqual([
      "Nobody's",
      "Disk full",
    ]);
    expect(await titles({ filters: [{ field: "ci.name", op: "missing" }] })).toEqual(["Nobody's"]);
    expect(await titles({ path: { of: "=shop", direction: "upstream" } })).toHaveLength(2);
    expect(await titles({ impact: { of: ids.db01 } })).toEqual(["=cmd|' /C calc'!A0"]);
    const grouped = await ask({
      entity: "event",
      group_by: ["ci.type"],
      aggregate: [{ fn: "count" }, { fn: "max", field: "metrics.load" }, { fn: "count_distinct", field: "ci.id" }],
    });
    expect(grouped.body.rows).toEqual([
      { "ci.type": "application", count: 1, "max(metrics.load)": 5, "count_distinct(ci.id)": 1 },
      { "ci.type": "database", count: 2, "max(metrics.load)": 7, "count_distinct(ci.id)": 1 },
      { "ci.type": null, count: 1, "max(metrics.load)": null, "count_distinct(ci.id)": 0 },
    ]);
  });

  test("keeps the event of a CI that was deleted, which has no name any more", async () => {
    const made = await service.call("POST", "/v1/cmdb/ci", { headers: admin, body: { name: newId(), type: "server" } });
    const { id } = made.body;
    await service.call("POST", "/v1/events", {
      headers: admin,
      body: { title: "Gone", severity: "low", source: "deleted", affected_cis: [id] },
    });
    await service.call("DELETE", `/v1/cmdb/ci/${id}`, { headers: admin });
    const filters = [{ field: "source", op: "eq", value: "deleted" }];
    const answer = await ask({ entity: "event", filters, fields: ["affected_cis", "ci.id", "ci.name"] });
    expect(answer.body.rows).toEqual([{ affected_cis: [id], "ci.id": [id], "ci.name": [null] }]);
    const typed = [...filters, { field: "ci.type", op: "eq", value: "server" }];
    expect((await ask({ entity: "event", filters: typed })).body.total).toBe(0);
  });

  test("answers history, incidents and scans too", async () => {
    const history = await ask({
      entity: "history",
      filters: [{ field: "ci.name", op: "eq", value: "db01" }],
      fields: ["action", "name", "ci.type", "after.status"],
    });
    expect(history.body.rows).toEqual([
      { action: "ci.created", name: "db01", "ci.type": "database", "after.status": "active" },
    ]);
    for (const entity of ["incident", "scan", "history", "event"]) {
      const { status, text } = await ask({ entity });
      expect(status, `${entity}: ${text}`).toBe(200);
      expect((await ask({ entity, aggregate: [{ fn: "count" }] })).body.rows).toEqual([{ count: expect.any(Number) }]);
    }
  });

  test("refuses all faults at once, each by its place", async () => {
    const { status, body } = await ask({
      entity: "event",
      filters: [
        { field: "titel", op: "eq", value: "x" },
        { field: "occurrences", op: "gt", value: "many" },
        { field: "metrics.laod", op: "eq", value: 1 },
      ],
      order: [{ field: "'; drop table events; --" }],
    });
    expect(status).toBe(400);
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["filters.0.field", "filters.1.value", "filters.2.field", "order.0.field"]);
    expect(body.error.details[0].error).toContain("title");
    expect(body.error.details[2].error).toContain("metrics.load");
  });

  test("refuses what cannot be answered exactly", async () => {
    const fieldsOf = async (form: object) =>
      (await ask({ entity: "event", ...form })).body.error.details.map(({ field }: { field: string }) => field);
    expect(await fieldsOf({ order: [{ field: "ci.name" }] })).toEqual(["order.0.field"]);
    expect(
      await fieldsOf({
        aggregate: [
          { fn: "max", field: "ci.name" },
          { fn: "max", field: "affected_cis" },
        ],
      }),
    ).toEqual(["aggregate.0.field", "aggregate.1.field"]);
  });

  test("takes texts that look like statements as texts", async () => {
    for (const value of ["' or 1=1 --", "%", "$1", "\\'; select 1", "{{x}}", "`x`"]) {
      const answer = await ask({ entity: "event", filters: [{ field: "title", op: "contains", value }] });
      expect([answer.status, answer.body.total]).toEqual([200, 0]);
      expect((await ask({ entity: "event", filters: [{ field: `metrics.${value}`, op: "exists" }] })).status).toBe(400);
      expect((await ask({ entity: "event", group_by: [value] })).status).toBe(400);
      expect((await ask({ entity: "event", aggregate: [{ fn: "max", field: value }] })).status).toBe(400);
    }
  });

  test("needs the scope of its records, and that of CIs where it asks about these", async () => {
    const reader = await service.loginWith("reports.read", "events.read");
    expect((await ask({ entity: "event" }, reader)).status).toBe(200);
    const required = async (form: object, headers = reader) => {
      const { status, body } = await ask(form, headers);
      return [status, body.error.required_scope];
    };
    expect(await required({ entity: "ci" })).toEqual([403, "cmdb.read"]);
    expect(await required({ entity: "scan" })).toEqual([403, "discovery.read"]);
    expect(await required({ entity: "history" })).toEqual([403, "cmdb.read"]);
    const filters = [{ field: "ci.type", op: "eq", value: "server" }];
    expect(await required({ entity: "event", filters })).toEqual([403, "cmdb.read"]);
    expect(await required({ entity: "event" }, await service.loginWith("events.read"))).toEqual([403, "reports.read"]);
  });

  test("never shows another tenant's records or keys", async () => {
    expect((await ask({ entity: "event" }, foreign)).body.total).toBe(0);
    const load = [{ field: "metrics.load", op: "exists" }];
    expect((await ask({ entity: "event", filters: load }, foreign)).status).toBe(400);
    expect((await ask({ entity: "event", path: { of: ids.db01, direction: "either" } }, foreign)).status).toBe(404);
  });

  test("tells its plan without running", async () => {
    const filters = [{ field: "ci.type", op: "eq", value: "secret value" }];
    const { status, body } = await ask({ entity: "event", filters }, admin, "?explain=true");
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["plan"]);
    expect(JSON.stringify(body)).toContain("from events e");
    expect(JSON.stringify(body)).not.toContain("secret value");
  });
});

describe("a streamed answer", () => {
  const form = {
    entity: "event",
    fields: ["title", "affected_cis", "metrics", "resolved_at"],
    order: [{ field: "title" }],
  };

  test("is CSV whose cells no spreadsheet runs", async () => {
    const answer = await ask({ ...form, limit: 1 }, { ...admin, accept: "text/csv" });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.text).toBe(
      `title,affected_cis,metrics,resolved_at\r\n"'=cmd|' /C calc'!A0","[""${ids["=shop"]}"",""${ids.db01}""]","{""load"":5}",\r\n`,
    );
  });

  test("is NDJSON", async () => {
    const { body, text } = await ask({ ...form, limit: 2 }, { ...admin, accept: "application/x-ndjson" });
    expect(body).toBeUndefined();
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows).toEqual((await ask({ ...form, limit: 2 })).body.rows);
  });

  test("is refused before it begins", async () => {
    expect((await ask(form, { ...admin, accept: "application/pdf" })).status).toBe(406);
    const { status, body } = await ask({ entity: "event", fields: ["nothing"] }, { ...admin, accept: "text/csv" });
    expect([status, body.error.details[0].field]).toEqual([400, "fields.0"]);
  });
});
