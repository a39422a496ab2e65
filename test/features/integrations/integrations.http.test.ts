import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { credential } from "../../support/feature-app.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { GENERIC, type IntegrationWorld, integrationWorld, SECRET, signingKey } from "./support.ts";

let scratch: Scratch;
let world: IntegrationWorld;
beforeAll(async () => {
  scratch = await scratchDatabase();
  world = await integrationWorld({ scratch, testMs: 300 });
});
afterAll(() => scratch?.drop());

const call = (method: string, path: string, body?: unknown, tenant = world.tenant) =>
  world.call(method, path, { tenant, ...(body !== undefined && { body }) });
const create = (fields: object) => call("POST", "/v1/integrations", { ...GENERIC, ...fields });
const change = (id: string, body: object) => call("PUT", `/v1/integrations/${id}`, body);
const faultsOf = (answer: { body: { error: { details: { field: string; error: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field);
const records = (id: string) =>
  scratch.postgres.query<{ action: string; before: unknown; after: unknown }>(
    "select action, before, after from audit_log where target_id = $1 order by at, id",
    [id],
  );

const rsa = signingKey("RS256");
const FULL = {
  name: "Xurrent",
  platform: "xurrent",
  base_url: "https://graphql.xurrent.example/",
  account: "wdc",
  account_url: "https://wdc.xurrent.example/",
  table: "u_change",
  active: false,
  credentials: {
    type: "client_credentials",
    token_url: "https://oauth.xurrent.example/token?grant=x",
    client_id: "the-client",
    client_secret: "the-client-secret",
  },
  inbound: {
    type: "jwt",
    issuer: "https://wdc.xurrent.example/webhook_policies/p",
    public_key: rsa.pem,
    audience: "us",
  },
  field_map: { ai_risk_score: "custom_risk", ai_summary: null },
  rich_text: ["ai_summary", "ai_insights"],
};

describe("an integration", () => {
  it("is created, read, listed, changed and deleted, and never shows a secret", async () => {
    const made = await create(FULL);
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.headers.get("location")).toBe(`/v1/integrations/${id}`);
    const { client_secret: _, ...credentials } = FULL.credentials;
    expect(made.body).toEqual({
      ...FULL,
      credentials,
      id,
      webhook_url: `http://localhost/api/integrations/xurrent/webhook/${id}/change-analysis`,
      created_at: expect.any(String),
      created_by: "tester",
      updated_at: made.body.created_at,
    });
    expect((await call("GET", `/v1/integrations/${id}`)).body).toEqual(made.body);
    const listed = await call("GET", "/v1/integrations");
    expect(listed.body.data).toEqual([made.body]);
    const changed = await change(id, { name: "Desk", active: true, rich_text: [] });
    expect(changed.body).toMatchObject({ ...FULL, credentials, name: "Desk", active: true, rich_text: [] });
    expect((await call("DELETE", `/v1/integrations/${id}`)).status).toBe(200);
    expect((await call("GET", `/v1/integrations/${id}`)).status).toBe(404);
    expect(JSON.stringify([made.body, listed.body, changed.body])).not.toContain("the-client-secret");
  });

  it("has defaults for what need not be said", async () => {
    const made = await world.connect();
    expect(made).toMatchObject({
      account: null,
      account_url: null,
      table: "change_task",
      active: true,
      credentials: { type: "none" },
      inbound: { type: "secret", header: "X-Desk-Secret" },
      field_map: {},
      rich_text: [],
    });
  });

  it.each(["name", "platform", "base_url", "inbound"])("needs %s", async (field) => {
    const { [field as "name"]: _, ...rest } = GENERIC;
    const answer = await call("POST", "/v1/integrations", rest);
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual([field]);
  });

  it("can be sent back as it was read, and keeps its secrets", async () => {
    const made = await world.connect({ ...FULL, active: true });
    const sent = await change(made.id, made);
    expect(sent.body).toEqual({ ...made, updated_at: sent.body.updated_at });
    await call("POST", `/v1/integrations/${made.id}/test`);
    expect(world.targets.at(-1)?.credentials).toMatchObject({ clientSecret: "the-client-secret" });
  });

  it("stores its secrets sealed", async () => {
    const made = await world.connect({ credentials: { type: "bearer", token: "token-of-the-desk" } });
    const [row] = await scratch.postgres.query("select i::text as text from integrations i where id = $1", [made.id]);
    expect(row).toBeDefined();
    expect(JSON.stringify(row)).not.toContain("token-of-the-desk");
    expect(JSON.stringify(row)).not.toContain(SECRET);
  });

  it("is written to the audit log with each change, without secrets and paths", async () => {
    const made = await world.connect({ credentials: { type: "bearer", token: "token-of-the-desk" } });
    await change(made.id, { credentials: { type: "bearer", token: "second-token" } });
    await change(made.id, { name: "other" });
    await call("DELETE", `/v1/integrations/${made.id}`);
    const found = await records(made.id);
    expect(found.map(({ action }) => action)).toEqual([
      "integration.created",
      "integration.updated",
      "integration.updated",
      "integration.deleted",
    ]);
    expect(found[0]).toMatchObject({ after: { origin: "https://desk.example.com", credentials: { type: "bearer" } } });
    expect(found[1]).toMatchObject({ after: { replaced: ["credentials"] } });
    expect(found[2]).toMatchObject({ before: { name: "a desk" }, after: { name: "other" } });
    expect(found[2]?.after).not.toHaveProperty("replaced");
    expect(JSON.stringify(found)).not.toMatch(/token-of-the-desk|second-token|\/tasks|a secret of the tests/);
  });

  it("is another tenant's as little as one that does not exist", async () => {
    const { id } = await world.connect();
    for (const [method, path, body] of [
      ["GET", `/v1/integrations/${id}`],
      ["PUT", `/v1/integrations/${id}`, { name: "mine" }],
      ["DELETE", `/v1/integrations/${id}`],
      ["POST", `/v1/integrations/${id}/test`],
    ] as const) {
      expect((await call(method, path, body, newId())).status, method).toBe(404);
    }
    expect((await call("GET", "/v1/integrations", undefined, newId())).body.data).toEqual([]);
    expect((await call("GET", `/v1/integrations/${id}`)).body.name).toBe("a desk");
  });

  it("needs admin.settings", async () => {
    const headers = credential(world.tenant, ["cmdb.read", "cmdb.write"]);
    expect((await world.call("GET", "/v1/integrations", { headers })).status).toBe(403);
    expect((await world.call("POST", "/v1/integrations", { headers, body: GENERIC })).status).toBe(403);
  });

  it("is made once for an Idempotency-Key", async () => {
    const headers = { "idempotency-key": newId() };
    const send = () => world.call("POST", "/v1/integrations", { tenant: world.tenant, body: GENERIC, headers });
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  it("is refused beyond a hundred", async () => {
    const tenant = newId();
    const made = await world.connect({}, tenant);
    await scratch.postgres.query(
      `insert into integrations select (jsonb_populate_record(i, jsonb_build_object('id', n::text))).*
       from integrations i, generate_series(2, 100) n where id = $1`,
      [made.id],
    );
    expect((await call("POST", "/v1/integrations", GENERIC, tenant)).status).toBe(409);
  });
});

describe("what is refused", () => {
  const [deep, basic] = ["x".repeat(2_048), { type: "basic", username: "u", password: "p" }];
  it.each<[string, object, string]>([
    ["a user name in the address", { base_url: "https://u:p@desk.example.com/" }, "base_url"],
    ["a private address", { base_url: "http://10.0.0.1/" }, "base_url"],
    ["a long address", { base_url: `https://desk.example.com/${deep}` }, "base_url"],
    ["another scheme", { base_url: "ftp://desk.example.com/" }, "base_url"],
    ["a user name in the account's address", { account_url: "https://u@desk.example.com/" }, "account_url"],
    ["a line break in the account", { account: "wdc\r\nX-Evil: 1" }, "account"],
    ["a table that is a path", { table: "../sys_user" }, "table"],
    ["an unknown platform", { platform: "remedy" }, "platform"],
    ["a line break in a token", { credentials: { type: "bearer", token: "a\nb" } }, "credentials.token"],
    ["an empty token", { credentials: { type: "bearer", token: "" } }, "credentials.token"],
    ["a line break in a password", { credentials: { ...basic, password: "a\r\nb" } }, "credentials.password"],
    ["a colon in a user name", { credentials: { ...basic, username: "a:b" } }, "credentials.username"],
    ["an unknown kind of credentials", { credentials: { type: "digest" } }, "credentials.type"],
    ["another kind's member", { credentials: { type: "none", token: "t" } }, "credentials.token"],
    [
      "a private token address",
      { credentials: { ...FULL.credentials, token_url: "http://169.254.169.254/latest" } },
      "credentials.token_url",
    ],
    ["a short secret", { inbound: { ...GENERIC.inbound, secret: "x".repeat(15) } }, "inbound.secret"],
    [
      "a secret that no header holds",
      { inbound: { ...GENERIC.inbound, secret: "grüße grüße grüße" } },
      "inbound.secret",
    ],
    ["a header that is none", { inbound: { ...GENERIC.inbound, header: "X Secret" } }, "inbound.header"],
    ["a header of every request", { inbound: { ...GENERIC.inbound, header: "Host" } }, "inbound.header"],
    ["neither issuer nor key", { inbound: { type: "jwt", audience: "us" } }, "inbound.issuer"],
    ["no audience", { inbound: { type: "jwt", public_key: rsa.pem } }, "inbound.audience"],
    ["an http issuer", { inbound: { ...FULL.inbound, issuer: "http://8.8.8.8/p" } }, "inbound.issuer"],
    ["a private issuer", { inbound: { ...FULL.inbound, issuer: "https://10.0.0.1/p" } }, "inbound.issuer"],
    ["an issuer with a query", { inbound: { ...FULL.inbound, issuer: "https://a.example/?b" } }, "inbound.issuer"],
    ["no key", { inbound: { ...FULL.inbound, public_key: "AAAA" } }, "inbound.public_key"],
    [
      "a private key",
      { inbound: { ...FULL.inbound, public_key: rsa.privateKey.export({ type: "pkcs8", format: "pem" }) } },
      "inbound.public_key",
    ],
    ["a list as field map", { field_map: ["ai_summary"] }, "field_map"],
    ["a number as a field's name", { field_map: { ai_summary: 1 } }, "field_map.ai_summary"],
    ["two fields of one name", { field_map: { ai_summary: "notes", ai_insights: "notes" } }, "field_map.ai_insights"],
    ["an empty field name", { field_map: { ai_summary: " " } }, "field_map.ai_summary"],
    ["rich text that is no list", { rich_text: "ai_summary" }, "rich_text"],
    ["an unknown member", { colour: "red" }, "colour"],
  ])("%s", async (_, fields, field) => {
    const answer = await create(fields);
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toContain(field);
  });

  it("names the field that was perhaps meant", async () => {
    const answer = await create({ field_map: { ai_risk_scor: "x", nonsense: "y" } });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toEqual([
      { field: "field_map.ai_risk_scor", error: "is no field of a change analysis; did you mean ai_risk_score?" },
      { field: "field_map.nonsense", error: expect.stringContaining("ai_confidence") },
    ]);
  });

  it("an http issuer is taken where the installation allows it", async () => {
    await world.connect({ inbound: { ...FULL.inbound, issuer: "http://127.0.0.1:9/p" } });
  });
});

describe("credentials", () => {
  const bearer = { type: "bearer", token: "token-of-the-desk" };

  it("do not go to another host that was put in", async () => {
    const { id } = await world.connect({ credentials: bearer });
    for (const body of [
      { base_url: "https://evil.example.com/" },
      { base_url: "https://desk.example.com:8443/" },
      { base_url: "http://desk.example.com/tasks" },
      { base_url: "https://evil.example.com/", credentials: { type: "bearer" } },
    ]) {
      const answer = await change(id, body);
      expect(answer.status, body.base_url).toBe(400);
      expect(faultsOf(answer)).toEqual(["credentials"]);
    }
    expect((await call("GET", `/v1/integrations/${id}`)).body.base_url).toBe(GENERIC.base_url);
  });

  it("stay with another path, and move where they are given anew or there are none", async () => {
    const { id } = await world.connect({ credentials: bearer });
    expect((await change(id, { base_url: "https://desk.example.com/other" })).status).toBe(200);
    const moved = { base_url: "https://b.example.com/", credentials: { type: "bearer", token: "for-b" } };
    expect((await change(id, moved)).status).toBe(200);
    await call("POST", `/v1/integrations/${id}/test`);
    expect(world.targets.at(-1)).toMatchObject({ baseUrl: "https://b.example.com/", credentials: { token: "for-b" } });
    const without = await world.connect();
    expect((await change(without.id, { base_url: "https://c.example.com/" })).status).toBe(200);
  });

  it("need their secret where their holder changes", async () => {
    const { id } = await world.connect({ credentials: FULL.credentials });
    const { client_secret: _, ...shown } = FULL.credentials;
    expect((await change(id, { credentials: shown })).status).toBe(200);
    const elsewhere = await change(id, { credentials: { ...shown, token_url: "https://evil.example.com/" } });
    expect(faultsOf(elsewhere)).toEqual(["credentials.client_secret"]);
    const other = await change(id, { credentials: { type: "basic", username: "u" } });
    expect(faultsOf(other)).toEqual(["credentials.password"]);
    const proof = await change(id, { inbound: { type: "hmac", header: "X-Desk-Secret" } });
    expect(faultsOf(proof)).toEqual(["inbound.secret"]);
  });

  it("the platform cannot be changed", async () => {
    const { id } = await world.connect();
    expect(faultsOf(await change(id, { platform: "jira" }))).toEqual(["platform"]);
  });
});

describe("a test", () => {
  it("says whether the service desk took the credentials", async () => {
    const { id } = await world.connect({ credentials: { type: "bearer", token: "t" } });
    const test = () => call("POST", `/v1/integrations/${id}/test`);
    expect(await test()).toMatchObject({ status: 200, body: { ok: true, error: null } });
    world.answerWith({ test: async () => ({ ok: false, error: "answered 401" }) });
    expect(await test()).toMatchObject({ status: 200, body: { ok: false, error: "answered 401" } });
    world.answerWith({ test: () => new Promise(() => undefined) });
    expect(await test()).toMatchObject({ status: 200, body: { ok: false, error: expect.stringContaining("0.3 s") } });
  });

  it("is refused while the integration is not active", async () => {
    const { id } = await world.connect({ active: false });
    expect((await call("POST", `/v1/integrations/${id}/test`)).status).toBe(409);
  });
});

describe("writing to a task", () => {
  const update = { taskNodeId: "t", analysisId: newId(), mutationId: newId(), fields: {} as never };

  it("is done with the integration's credentials", async () => {
    const { id } = await world.connect({ credentials: { type: "bearer", token: "for-writing" } });
    expect(await world.integrations.writer.write(world.tenant, id, update)).toEqual({ ok: true, responseStatus: 200 });
    expect(world.targets.at(-1)).toMatchObject({ id, credentials: { token: "for-writing" }, tenantId: world.tenant });
    expect(await world.integrations.integrationOf(world.tenant, id)).toMatchObject({
      platform: "generic",
      active: true,
    });
  });

  it("is not done, and not tried again, for an integration that is inactive, deleted or another tenant's", async () => {
    const { id } = await world.connect({ active: false });
    const active = await world.connect();
    for (const [tenant, integration] of [
      [world.tenant, id],
      [world.tenant, newId()],
      [newId(), active.id],
    ] as const) {
      const outcome = await world.integrations.writer.write(tenant, integration, update);
      expect(outcome).toMatchObject({ ok: false, retryable: false, responseStatus: null });
      expect((await world.integrations.integrationOf(tenant, integration))?.active ?? false).toBe(false);
    }
  });
});
