import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenantSettings, DEFAULT_SETTINGS } from "../../../src/features/settings/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

type Json = Record<string, unknown>;

let http: ServiceApp;
let admin: Record<string, string>;
beforeAll(async () => {
  http = await sharedServiceApp();
  admin = await http.login();
});
afterAll(() => http?.close());

const path = "/v1/admin/settings";
const get = async () => (await http.call("GET", path, { headers: admin })).body;
const put = (body: Json, headers: Record<string, string> = {}) =>
  http.call("PUT", path, { headers: { ...admin, ...headers }, body });
const topic = (n: number) => `arn:aws:sns:eu-central-1:123456789012:alarms-${n}`;

describe(path, () => {
  it("returns the defaults at first", async () => {
    const elsewhere = await http.loginElsewhere();
    const answer = await http.call("GET", path, { headers: elsewhere });
    expect(answer.body).toEqual({
      reopen_hours: 24,
      correlation_minutes: 15,
      absence_days: 14,
      purge_days: 30,
      api_key_in_query: true,
      retention_days: { events: 400, raw_scans: 90, deliveries: 30, reports: 7 },
      holiday_countries: [],
      generic_fields: {},
      cloudwatch: { topics: [] },
    });
    expect(answer.headers.get("etag")).toBe('"0"');
  });

  it("changes the given members, merges objects one level deep, and resets to a default by null", async () => {
    const first = await put({ reopen_hours: 1, retention_days: { events: 30 }, generic_fields: { title: "a.b" } });
    expect(first.body).toMatchObject({
      reopen_hours: 1,
      correlation_minutes: 15,
      retention_days: { events: 30, raw_scans: 90, deliveries: 30, reports: 7 },
      generic_fields: { title: "a.b" },
    });
    await put({ generic_fields: { severity: "level" }, retention_days: { raw_scans: 7 } });
    const third = await put({ generic_fields: { title: null }, retention_days: { events: null }, reopen_hours: null });
    expect(third.body).toEqual({
      ...DEFAULT_SETTINGS,
      retention_days: { events: 400, raw_scans: 7, deliveries: 30, reports: 7 },
      generic_fields: { severity: "level" },
    });
    expect(await get()).toEqual(third.body);
    expect((await put({ generic_fields: null, retention_days: null })).body).toEqual(DEFAULT_SETTINGS);
    expect((await put(third.body)).body).toEqual(third.body);
  });

  it("keeps the version when nothing changes, and refuses a stale change", async () => {
    const { headers } = await put({ absence_days: 33 });
    const tag = headers.get("etag") ?? "";
    expect((await put({ absence_days: 33 })).headers.get("etag")).toBe(tag);
    expect((await put({ absence_days: 34 }, { "if-match": '"999"' })).status).toBe(412);
    expect((await put({ absence_days: 34 }, { "if-match": tag })).status).toBe(200);
    expect((await put({ absence_days: 35 }, { "if-match": tag })).status).toBe(412);
    const unchanged = await http.call("GET", path, {
      headers: { ...admin, "if-none-match": (await put({})).headers.get("etag") ?? "" },
    });
    expect(unchanged.status).toBe(304);
  });

  it("keeps all simultaneous writes of different members", async () => {
    const changes: Json[] = [{ reopen_hours: 5 }, { correlation_minutes: 6 }, { absence_days: 7 }, { purge_days: 8 }];
    const fields = ["title", "status", "hostname", "tags"].map((name) => ({ generic_fields: { [name]: `x.${name}` } }));
    const answers = await Promise.all([...changes, ...fields].map((change) => put(change)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await get()).toMatchObject({
      reopen_hours: 5,
      correlation_minutes: 6,
      absence_days: 7,
      purge_days: 8,
      generic_fields: { title: "x.title", status: "x.status", hostname: "x.hostname", tags: "x.tags" },
    });
  });

  it.each<[Json, string]>([
    [{ reopen_hours: 0 }, "reopen_hours"],
    [{ reopen_hours: 8_761 }, "reopen_hours"],
    [{ correlation_minutes: 1_441 }, "correlation_minutes"],
    [{ absence_days: 1.5 }, "absence_days"],
    [{ absence_days: "14" }, "absence_days"],
    [{ purge_days: 3_651 }, "purge_days"],
    [{ api_key_in_query: "no" }, "api_key_in_query"],
    [{ retention_days: { events: -1 } }, "retention_days.events"],
    [{ retention_days: { logs: 1 } }, "retention_days.logs"],
    [{ generic_fields: { id: "a" } }, "generic_fields.id"],
    [{ generic_fields: { title: "a..b" } }, "generic_fields.title"],
    [{ generic_fields: { title: "x".repeat(201) } }, "generic_fields.title"],
    [{ cloudwatch: { topics: ["alarms"] } }, "cloudwatch.topics.0"],
    [{ cloudwatch: { topics: Array.from({ length: 101 }, (_, n) => topic(n)) } }, "cloudwatch.topics"],
    [{ holiday_countries: "DE" }, "holiday_countries"],
    [{ holiday_countries: ["DE", "Bavaria"] }, "holiday_countries.1"],
    [{ holiday_countries: ["DE", "XX", "DE-QQ"] }, "holiday_countries.1"],
    [{ holiday_countries: Array.from({ length: 51 }, () => "DE") }, "holiday_countries"],
    [{ colour: "blue" }, "colour"],
  ])("refuses %j", async (change, field) => {
    const before = await get();
    const answer = await put(change);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe(field);
    expect(await get()).toEqual(before);
  });

  it("accepts topics of every partition", async () => {
    const topics = [
      topic(1),
      "arn:aws-cn:sns:cn-north-1:123456789012:a",
      "arn:aws-us-gov:sns:us-gov-west-1:123456789012:b",
    ];
    expect((await put({ cloudwatch: { topics } })).body.cloudwatch).toEqual({ topics });
    expect((await put({ cloudwatch: { topics: [] } })).body.cloudwatch).toEqual({ topics: [] });
  });

  it("keeps each holiday country once, in upper case, and names all that have no known holidays", async () => {
    const { body } = await put({ holiday_countries: ["de-by", "AT", "DE-BY"] });
    expect(body.holiday_countries).toEqual(["DE-BY", "AT"]);
    const { body: refusal } = await put({ holiday_countries: ["XX", "AT", "at-99"] });
    expect(refusal.error.details).toEqual([
      { field: "holiday_countries.0", error: "no holidays are known for XX" },
      { field: "holiday_countries.2", error: "no holidays are known for AT-99" },
    ]);
    expect(await get()).toMatchObject({ holiday_countries: ["DE-BY", "AT"] });
    expect((await put({ holiday_countries: null })).body.holiday_countries).toEqual([]);
  });

  it("records actor, change and address of each change", async () => {
    await put({ absence_days: 50, purge_days: 60 });
    await put({ absence_days: 51, purge_days: 60 }, { "x-department": "Operations", "x-client-version": "9.1" });
    const { data } = (await http.call("GET", "/v1/admin/audit?action=settings.changed&limit=1", { headers: admin }))
      .body;
    expect(data[0]).toMatchObject({
      action: "settings.changed",
      target: { kind: "settings", id: http.tenantId },
      before: { absence_days: 50 },
      after: { absence_days: 51 },
      department: "Operations",
      client_version: "9.1",
    });
    expect(Object.keys(data[0].after)).toEqual(["absence_days"]);
  });
});

describe("createTenantSettings in another process", () => {
  const watching = (reloadMs: number) =>
    createTenantSettings({ postgres: http.postgres, clock: systemClock, log: createLogger("silent"), reloadMs });

  it("sees a change within five seconds, and at once when notified", async () => {
    const other = watching(600_000);
    await other.prepare();
    try {
      await put({ absence_days: 100, api_key_in_query: false });
      await expect.poll(() => other.current(http.tenantId).absence_days, { timeout: 10_000 }).toBe(100);
      expect(other.apiKeyInQuery(http.tenantId)).toBe(false);
      expect(http.app.settings.apiKeyInQuery(http.tenantId)).toBe(false);
      await put({ api_key_in_query: true });
      await expect.poll(() => other.apiKeyInQuery(http.tenantId), { timeout: 10_000 }).toBe(true);
      expect(other.apiKeyInQuery("another tenant")).toBe(true);
    } finally {
      await other.stop();
    }
  });

  it("sees a change when the notification is lost", async () => {
    const other = watching(200);
    await other.prepare();
    try {
      await http.postgres.query(
        `update tenant_settings set settings = '{"purge_days": 77}', version = version + 1 where tenant_id = $1`,
        [http.tenantId],
      );
      await expect.poll(() => other.current(http.tenantId).purge_days, { timeout: 10_000 }).toBe(77);
    } finally {
      await other.stop();
    }
  });

  it("reads the store before prepare", async () => {
    await put({ purge_days: 78 });
    expect((await watching(1_000).of(http.tenantId)).purge_days).toBe(78);
  });
});
