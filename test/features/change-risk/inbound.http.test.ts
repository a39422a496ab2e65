import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { GENERIC, hmacOf, type IntegrationWorld, integrationWorld, message, SECRET } from "../integrations/support.ts";

let scratch: Scratch;
let world: IntegrationWorld;
let desk: { id: string; platform: string };
beforeAll(async () => {
  scratch = await scratchDatabase();
  world = await integrationWorld({ scratch });
  desk = await world.connect();
});
afterAll(() => scratch?.drop());

const PROOF = { "x-desk-secret": SECRET };
/** What a refusal says, without what differs in each answer. */
const refusalOf = ({ status, body, headers }: Awaited<ReturnType<IntegrationWorld["send"]>>) => ({
  status,
  error: { ...body.error, request_id: "" },
  challenge: headers.get("www-authenticate"),
});

describe("a change that a service desk reports", () => {
  it("is asked to be analysed on the tenant's behalf, and answered with 202", async () => {
    const answer = await world.send(desk, message(), PROOF);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ success: true, data: { analysisId: expect.any(String), status: "queued" } });
    const { ctx, integrationId, payload } = world.asked.at(-1)!;
    expect(integrationId).toBe(desk.id);
    expect(ctx).toMatchObject({ tenantId: world.tenant, actor: { kind: "integration", id: desk.id } });
    expect([...ctx.scopes].sort()).toEqual(["cmdb.read", "cmdb.write", "events.read"]);
    expect(payload).toEqual({
      ci_name: ["web01"],
      change_note: ["Update of the kernel"],
      task_node_id: "task-1",
      change_fields: { priority: "high", category: "standard" },
    });
  });

  it("may be spelled in camelCase, as everywhere in variant A, and keeps members that nobody knows", async () => {
    const payload = {
      ciName: ["web01"],
      taskNodeId: "t",
      changeFields: { plannedStart: "2026-01-01T00:00:00Z", x: 1 },
    };
    const answer = await world.send(desk, JSON.stringify({ payload, sent_by: "me" }), PROOF);
    expect(answer.status).toBe(202);
    expect(world.asked.at(-1)?.payload).toEqual({
      ci_name: ["web01"],
      task_node_id: "t",
      change_fields: { planned_start: "2026-01-01T00:00:00Z", x: 1 },
    });
  });

  it("counts among the ordinary requests of its integration alone", async () => {
    const strict = await integrationWorld({ scratch, factor: 0.05 });
    const [one, other] = [await strict.connect(), await strict.connect()];
    expect((await strict.send(one, message(), { "x-desk-secret": "wrong" }, "192.0.2.1")).status).toBe(401);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await strict.send(one, message(), PROOF)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    const answer = await strict.send(other, message(), PROOF);
    expect(answer.status).toBe(202);
    expect(answer.headers.get("x-ratelimit-limit")).toBe("5");
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("4");
  });

  it("is refused with 429 after many false proofs of its address for this integration, and for none but those", async () => {
    // Of 20 failures a minute.
    const strict = await integrationWorld({ scratch, factor: 0.25 });
    const [one, other] = [await strict.connect(), await strict.connect()];
    const statusOf = async (to: typeof one, proof: string, address: string) =>
      (await strict.send(to, message(), { "x-desk-secret": proof }, address)).status;
    for (let i = 0; i < 3; i++) expect(await statusOf(one, SECRET, "192.0.2.1")).toBe(202);
    for (let i = 0; i < 5; i++) expect(await statusOf(one, "wrong", "192.0.2.1")).toBe(401);
    const refused = await strict.send(one, message(), { "x-desk-secret": "wrong" }, "192.0.2.1");
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toContain("failed attempts");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // A right guess tells nothing then.
    expect(await statusOf(one, SECRET, "192.0.2.1")).toBe(429);
    expect(await statusOf(one, SECRET, "192.0.2.2")).toBe(202);
    expect(await statusOf(other, SECRET, "192.0.2.1")).toBe(202);
    expect(await statusOf(other, "wrong", "192.0.2.1")).toBe(401);
  });

  it("counts false proofs of an IPv6 subscriber together, and those in parallel", async () => {
    const strict = await integrationWorld({ scratch, factor: 0.25 });
    const one = await strict.connect();
    const addresses = Array.from({ length: 16 }, (_, n) => `2001:db8:1:2::${n}`);
    const wrong = { "x-desk-secret": "wrong" };
    const answers = await Promise.all(addresses.map((address) => strict.send(one, message(), wrong, address)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
    expect((await strict.send(one, message(), PROOF, "2001:db8:1:3::1")).status).toBe(202);
  });

  it.each([
    ["no payload", "{}", "payload"],
    ["a payload that is a text", '{"payload":"x"}', "payload"],
    ["a list", "[]", "body"],
    ["what is no JSON", "{", "body"],
    ["nothing", "", "body"],
  ])("is refused with 400 for %s", async (_, body, field) => {
    const answer = await world.send(desk, body, PROOF);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.field).toBe(field);
  });

  it("is refused where its bytes cannot be stored or are too many", async () => {
    const at = (text: string) => world.send(desk, text, PROOF);
    expect((await at(`{"payload":{"task_node_id":"\\u0000"}}`)).status).toBe(400);
    expect((await at(`{"__proto__":{}}`)).status).toBe(400);
    const path = `/api/integrations/generic/webhook/${desk.id}/change-analysis`;
    const headers = { ...PROOF, "content-type": "application/json" };
    const invalid = await world.call("POST", path, { headers, body: new Uint8Array([0x7b, 0xff, 0x7d]) });
    expect(invalid.status).toBe(400);
    expect((await at(message({ filler: "x".repeat(250_000) }))).status).toBe(202);
    expect((await at(message({ filler: "x".repeat(262_144) }))).status).toBe(413);
    const plain = { ...PROOF, "content-type": "text/plain" };
    expect((await world.call("POST", path, { headers: plain, body: message() })).status).toBe(415);
  });

  it("is refused with 409 while the integration is not active, once it is proven", async () => {
    const idle = await world.connect({ active: false });
    expect((await world.send(idle, message(), PROOF)).status).toBe(409);
    expect((await world.send(idle, message())).status).toBe(401);
  });
});

describe("the configuration in the address", () => {
  it("is answered with 404 where it is unknown, malformed, deleted or another platform's, whatever is sent", async () => {
    const gone = await world.connect();
    await world.call("DELETE", `/v1/integrations/${gone.id}`, { tenant: world.tenant });
    const addresses = [
      { id: newId(), platform: "generic" },
      { id: "x", platform: "generic" },
      { id: gone.id, platform: "generic" },
      { id: desk.id, platform: "jira" },
      { id: desk.id, platform: "remedy" },
    ];
    for (const address of addresses) {
      expect((await world.send(address, message(), PROOF)).status, JSON.stringify(address)).toBe(404);
      expect((await world.send(address, "{")).status).toBe(404);
    }
  });

  it("takes no proof of another tenant's configuration", async () => {
    const theirs = await world.connect({ inbound: { ...GENERIC.inbound, secret: "the secret of another" } }, newId());
    expect((await world.send(theirs, message(), PROOF)).status).toBe(401);
    const answer = await world.send(theirs, message(), { "x-desk-secret": "the secret of another" });
    expect(answer.status).toBe(202);
    expect(world.asked.at(-1)?.ctx.tenantId).not.toBe(world.tenant);
  });
});

describe("a shared secret", () => {
  it("is refused in any other spelling, with one answer", async () => {
    const answers = [
      await world.send(desk, message()),
      await world.send(desk, message(), { "x-desk-secret": "" }),
      await world.send(desk, message(), { "x-desk-secret": `${SECRET}x` }),
      await world.send(desk, message(), { "x-desk-secret": SECRET.slice(1) }),
      await world.send(desk, message(), { "x-desk-secret": SECRET.toUpperCase() }),
      await world.send(desk, message(), { "x-desk-secret": `${SECRET}, ${SECRET}` }),
      await world.send(desk, message(), { authorization: `Bearer ${SECRET}` }),
      await world.send(desk, "{"),
    ];
    const [first, ...others] = answers.map(refusalOf);
    expect(first).toMatchObject({ status: 401, error: { code: "AUTHENTICATION_REQUIRED" } });
    for (const other of others) expect(other).toEqual(first);
  });

  it("is the new one as soon as it is changed", async () => {
    const it = await world.connect();
    const inbound = { ...GENERIC.inbound, secret: "the second secret" };
    await world.call("PUT", `/v1/integrations/${it.id}`, { tenant: world.tenant, body: { inbound } });
    expect((await world.send(it, message(), PROOF)).status).toBe(401);
    expect((await world.send(it, message(), { "x-desk-secret": "the second secret" })).status).toBe(202);
  });

  it("may stand in any header, as service desks can send it", async () => {
    const inbound = { type: "secret", header: "Authorization", secret: "Basic dXNlcjpwYXNzd29yZA==" };
    const it = await world.connect({ platform: "servicenow", inbound });
    expect((await world.send(it, message(), { authorization: inbound.secret })).status).toBe(202);
    expect((await world.send(it, message(), { authorization: "Basic x" })).status).toBe(401);
  });
});

describe("an HMAC", () => {
  const secret = "the key of the hmac";
  let jira: { id: string; platform: string };
  beforeAll(async () => {
    jira = await world.connect({ platform: "jira", inbound: { type: "hmac", header: "X-Hub-Signature", secret } });
  });
  const sign = (signature: string, body = message()) => world.send(jira, body, { "x-hub-signature": signature });

  it("covers the bytes as they came", async () => {
    const body = ` ${message({ ci_name: ["wéb01"] })}\n`;
    expect((await sign(hmacOf(secret, body), body)).status).toBe(202);
    const [digest] = /[0-9a-f]{64}$/.exec(hmacOf(secret, body)) ?? [];
    expect((await sign(`sha256=${digest?.toUpperCase()}`, body)).status).toBe(202);
    expect((await sign(hmacOf(secret, body), body.trim())).status).toBe(401);
  });

  it("is refused where it is forged, with one answer", async () => {
    const right = hmacOf(secret, message());
    const answers = [
      await sign(hmacOf("another key, long enough", message())),
      await sign(right, message({ task_node_id: "task-2" })),
      await sign(right.replace("sha256=", "")),
      await sign(right.replace("sha256", "sha1")),
      await sign(right.slice(0, -2)),
      await sign(`${right}00`),
      await sign("sha256="),
      await sign(secret),
      await world.send(jira, message()),
      await sign("", "{"),
    ];
    const [first, ...others] = answers.map(refusalOf);
    expect(first?.status).toBe(401);
    for (const other of others) expect(other).toEqual(first);
  });
});
