import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";

type Json = Record<string, unknown>;
interface Entry {
  id: string;
  at: string;
  actor: string;
  action: string;
  target: { kind: string; id: string };
  before: unknown;
  after: unknown;
  [more: string]: unknown;
}

let http: ServiceApp;
let admin: Record<string, string>;
let self: string;
beforeAll(async () => {
  http = await serviceApp();
  admin = await http.login();
  self = (await http.call("GET", "/v1/auth/me", { headers: admin })).body.id;
});
afterAll(() => http?.close());

const path = "/v1/admin/audit";
const list = async (query = "", headers = admin): Promise<Entry[]> => {
  const answer = await http.call("GET", `${path}?limit=100&${query}`, { headers });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const told = (query: string, count: number) =>
  expect.poll(async () => (await list(query)).length, { timeout: 10_000 }).toBe(count);
const newCi = async (headers: Record<string, string> = {}): Promise<string> =>
  (
    await http.call("POST", "/v1/cmdb/ci", {
      headers: { ...admin, ...headers },
      body: { name: newId(), type: "server" },
    })
  ).body.id;

describe(path, () => {
  it("merges actions on access and changes of the inventory, newest first", async () => {
    const body = { email: `${newId()}@example.com`, password: "seven tins of blue paint", name: "Ada", scopes: [] };
    const user = (await http.call("POST", "/v1/admin/users", { headers: admin, body })).body;
    const requestId = `test-${newId()}`;
    const ci = await newCi({ "x-request-id": requestId, "x-department": "Storage", "x-client-version": "3.2" });
    await http.call("PUT", `/v1/cmdb/ci/${ci}`, { headers: admin, body: { status: "maintenance" } });
    await told(`target=${ci}`, 2);
    const entries = await list();
    const times = entries.map(({ at, id }) => `${at} ${id}`);
    expect(times).toEqual([...times].sort().reverse());
    const [updated, created] = await list(`target=${ci}`);
    expect(updated).toMatchObject({
      action: "ci.updated",
      before: { status: "active" },
      after: { status: "maintenance" },
      department: null,
    });
    expect(created).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      actor: self,
      action: "ci.created",
      target: { kind: "ci", id: ci },
      before: null,
      after: expect.objectContaining({ type: "server" }),
      request_id: requestId,
      address: null,
      department: "Storage",
      client_version: "3.2",
    });
    const [made] = await list(`target=${user.id}`);
    expect(made).toMatchObject({
      actor: self,
      action: "user.created",
      target: { kind: "user", id: user.id },
      before: null,
      after: { email: body.email, name: "Ada", scopes: [], administrator: false, must_change_password: false },
    });
    expect(entries.findIndex(({ id }) => id === created?.id)).toBeLessThan(
      entries.findIndex(({ id }) => id === made?.id),
    );
    expect(JSON.stringify(entries)).not.toMatch(/argon2|seven tins/);
  });

  it("records logins, refused ones, their end, the second factor and service accounts", async () => {
    const login = (password: string) =>
      http.call("POST", "/v1/auth/login", {
        body: { email: http.email, password },
        headers: { "x-department": "Desk" },
      });
    const { token } = (await login(http.password)).body;
    await login("a wrong password");
    await login("another wrong password");
    const own = { authorization: `Bearer ${token}` };
    await http.call("POST", "/v1/auth/totp/enroll", { headers: own });
    await http.call("POST", "/v1/auth/logout", { headers: own });
    await told("action=login.failed", 2);
    const actions = (await list(`target=${self}`)).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(["login.succeeded", "login.failed", "login.ended", "second_factor.enrolled"]),
    );
    for (const failed of await list("action=login.failed")) {
      expect(failed).toMatchObject({ actor: "anonymous", target: { kind: "user", id: self }, department: "Desk" });
    }
    expect(await list("actor=anonymous")).toHaveLength(2);
  });

  it("records a changed failure direction of a relationship type, once per change", async () => {
    const put = (failure: string) =>
      http.call("PUT", "/v1/cmdb/relationship-types/Fed%20By", { headers: admin, body: { failure } });
    for (const failure of ["both", "both", "none"]) expect((await put(failure)).status).toBe(200);
    await told("action=relationship_type.updated", 2);
    const [last, first] = await list("action=relationship_type.updated");
    const target = { kind: "relationship_type", id: "FED_BY" };
    expect(first).toMatchObject({ actor: self, target, before: { failure: "none" }, after: { failure: "both" } });
    expect(last).toMatchObject({ before: { failure: "both" }, after: { name: "Fed By", failure: "none" } });
  });

  it("starts with the creation of the tenant", async () => {
    const all = await list("sort=at&order=asc&actor=system");
    expect(all.slice(0, 2).map(({ action }) => action)).toEqual(["tenant.created", "user.created"]);
  });

  it("filters by actor, action, prefix of an action, target and time", async () => {
    const other = await http.apiKey("cmdb.write");
    const ci = (await http.call("POST", "/v1/cmdb/ci", { headers: other, body: { name: newId(), type: "server" } }))
      .body;
    await told(`target=${ci.id}`, 1);
    const [entry] = await list(`target=${ci.id}`);
    expect(entry?.actor).toMatch(/^api_key:/);
    expect(await list(`actor=${entry?.actor}&action=ci.*`)).toHaveLength(1);
    expect((await list("action=ci.created")).every(({ action }) => action === "ci.created")).toBe(true);
    expect(await list("action=ci.create")).toEqual([]);
    expect(await list("action=%2A")).toEqual(await list());
    expect(await list("action=ci_created")).toEqual([]);
    // Kinds of actions that the history of CIs does not have, with each other filter.
    expect((await list(`actor=${self}&action=login.*`)).every(({ action }) => action.startsWith("login."))).toBe(true);
    expect(await list(`actor=${self}&action=login.*&target=${self}&to=2020-01-01T00:00:00Z`)).toEqual([]);
    const at = entry?.at ?? "";
    const after = new Date(Date.parse(at) + 1).toISOString();
    expect((await list(`from=${at}&to=${after}`)).map(({ id }) => id)).toContain(entry?.id);
    expect((await list(`from=${after}`)).map(({ id }) => id)).not.toContain(entry?.id);
    expect((await list(`to=${at}`)).map(({ id }) => id)).not.toContain(entry?.id);
    const turned = await http.call("GET", `${path}?from=${after}&to=${at}`, { headers: admin });
    expect(turned).toMatchObject({ status: 400, body: { error: { details: [{ field: "query.from" }] } } });
  });

  it("pages by number and by cursor without gap or repeat, both ways, over both tables", async () => {
    for (let i = 0; i < 3; i++) {
      await told(`target=${await newCi()}`, 1);
      await http.call("PUT", "/v1/admin/settings", { headers: admin, body: { absence_days: 100 + i } });
    }
    await told("action=settings.changed", 3);
    const to = new Date(Date.now() + 1_000).toISOString();
    const whole = (await list(`to=${to}`)).map(({ id }) => id);
    for (const order of ["", "sort=at&order=asc"]) {
      const [paged, led]: string[][] = [[], []];
      let cursor = "";
      for (let page = 1; ; page++) {
        const query = `limit=4&to=${to}&${order}`;
        const answer = await http.call("GET", `${path}?${query}&page=${page}`, { headers: admin });
        paged?.push(...answer.body.data.map(({ id }: Entry) => id));
        const next = await http.call("GET", `${path}?${query}${cursor}`, { headers: admin });
        led?.push(...next.body.data.map(({ id }: Entry) => id));
        expect(answer.body.pagination.total).toBe(whole.length);
        if (!next.body.pagination.next_cursor) break;
        cursor = `&cursor=${next.body.pagination.next_cursor}`;
      }
      const expected = order === "" ? whole : [...whole].reverse();
      expect(paged).toEqual(expected);
      expect(led).toEqual(expected);
    }
  });

  it("shows only the caller's tenant, and needs admin.audit", async () => {
    const elsewhere = await list("", await http.loginElsewhere());
    const mine = new Set((await list()).map(({ id }) => id));
    expect(elsewhere.length).toBeGreaterThan(0);
    expect(elsewhere.some(({ id }) => mine.has(id))).toBe(false);
    const reader = await http.loginWith("cmdb.read", "admin.users", "admin.settings");
    for (const each of [path, `${path}/export`]) {
      const answer = await http.call("GET", each, { headers: reader });
      expect(answer).toMatchObject({ status: 403, body: { required_scope: "admin.audit" } });
    }
  });
});

describe(`${path}/export`, () => {
  const get = (query: string) => http.call("GET", `${path}/export?${query}`, { headers: admin });

  it("exports every matching entry as lines of JSON", async () => {
    await http.postgres.query(
      `insert into history (tenant_id, id, kind, subject_kind, subject_id, version, after, actor, request_id, at)
       select $1, gen_random_uuid()::text, 'ci.created', 'ci', 'bulk', n, json_build_object('text', repeat('x', 4000)),
         'loader', 'bulk', now() - n * interval '1 second' from generate_series(1, 3000) n`,
      [http.tenantId],
    );
    const answer = await get("actor=loader");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit.ndjson"');
    const lines = answer.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Entry);
    expect(lines).toHaveLength(3_000);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(3_000);
    expect(lines.map(({ at }) => at)).toEqual(
      lines
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const [shown] = await list("actor=loader");
    expect(lines[0]).toEqual(shown);
  });

  it("records the export itself, with its filters", async () => {
    await get("format=csv&action=user.*");
    const [entry] = await list("action=audit.exported");
    expect(entry).toMatchObject({ actor: self, after: { action: "user.*", form: "csv" } });
  });

  it("exports CSV that no spreadsheet reads as formulas", async () => {
    const name = '=HYPERLINK("https://example.com";"click")';
    await http.postgres.query(
      `insert into history (tenant_id, id, kind, subject_kind, subject_id, version, after, actor, request_id, at)
       values ($1, $2, 'ci.created', 'ci', $3, 1, $4, $5, '@SUM(A1)', now())`,
      [http.tenantId, newId(), name, { name, note: 'say "hi",\nthen' }, "-1+cmd"],
    );
    const answer = await get(`format=csv&actor=${encodeURIComponent("-1+cmd")}`);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [header, line] = answer.text.split("\r\n");
    expect(header).toBe(
      "id,at,actor,action,target_kind,target_id,before,after,request_id,address,department,client_version",
    );
    expect(line).toContain(`,"'-1+cmd",`);
    expect(line).toContain(`,"'=HYPERLINK(""https://example.com"";""click"")",`);
    expect(line).toContain(`,"'@SUM(A1)",`);
    expect(line).toContain('""note"":""say \\""hi\\"",\\nthen""');
  });

  it("exports the actions of one actor by their beginning", async () => {
    const answer = await get(`actor=${self}&action=login.*`);
    expect(answer.status, answer.text).toBe(200);
    const actions = answer.text.trimEnd().split("\n");
    expect(actions.every((line) => (JSON.parse(line) as Entry).action.startsWith("login."))).toBe(true);
  });

  it("exports only the header line when nothing matches", async () => {
    expect((await get("format=csv&actor=nobody")).text.split("\r\n")).toHaveLength(2);
    expect(await get("actor=nobody")).toMatchObject({ status: 200, text: "" });
    expect((await get("format=xlsx")).status).toBe(400);
  });
});

describe("the tables of the log", () => {
  it.each(["audit_log", "history"])("%s accepts inserts only", async (table) => {
    await newCi();
    await told(`action=ci.created&actor=${self}&from=${new Date(Date.now() - 500).toISOString()}`, 1).catch(() => {});
    const refused = /is append-only/;
    await expect(
      http.postgres.query(`update ${table} set actor = 'nobody' where tenant_id = $1`, [http.tenantId]),
    ).rejects.toThrow(refused);
    await expect(http.postgres.query(`delete from ${table} where tenant_id = $1`, [http.tenantId])).rejects.toThrow(
      refused,
    );
  });
});

describe("auditStore.list", () => {
  const filters: Json = {
    none: {},
    actor: { actor: "u7" },
    "a rare action": { action: "ci.rare" },
    "the beginning of acts alone": { action: "login.*" },
    target: { target: "ci77" },
    time: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
  };

  it("uses the indexes with every filter", async () => {
    const tenant = newId();
    await http.postgres.query(
      `insert into history (tenant_id, id, kind, subject_kind, subject_id, version, after, actor, request_id, at)
       select $1, gen_random_uuid()::text, case when n % 9999 = 0 then 'ci.rare' else 'ci.updated' end, 'ci',
         'ci' || n % 5000, n, json_build_object('text', repeat('x', 600)), 'u' || n % 50, 'r', timestamptz '2026-01-01' + n * interval '1 minute'
       from generate_series(1, 60000) n`,
      [tenant],
    );
    await http.postgres.query("vacuum analyze history");
    const texts: string[] = [];
    const { auditStore } = await import("../../../src/features/audit/audit.store.ts");
    const explaining = {
      async query<T>(text: string, values: readonly unknown[] = []): Promise<T[]> {
        if (text.startsWith("with recursive")) return http.postgres.query<T>(text, values);
        const rows = await http.postgres.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
        texts.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
        return [];
      },
    };
    for (const filter of Object.values(filters) as { from?: string; to?: string }[]) {
      const { from, to, ...rest } = filter;
      const times = { ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) };
      const after = { at: new Date("2026-01-20"), id: "x" };
      for (const place of [undefined, after]) {
        const window = { order: "desc" as const, after: place, offset: 0, limit: 21 };
        await auditStore.list(explaining, tenant, { ...rest, ...times }, window);
      }
    }
    expect(texts).toHaveLength(12);
    for (const text of texts) expect(text).not.toMatch(/Seq Scan on history/);
  });
});
