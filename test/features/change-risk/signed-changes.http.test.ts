import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestClock, testClock } from "../../support/clock.ts";
import { type OutsideServer, outsideServer } from "../../support/outside-server.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import {
  AUDIENCE,
  type IntegrationWorld,
  type Issuer,
  integrationWorld,
  issuer,
  message,
  SECRET,
  type SigningKey,
  signed,
  signingKey,
} from "../integrations/support.ts";

let scratch: Scratch;
let world: IntegrationWorld;
let clock: TestClock;
const issuers: Issuer[] = [];
const keys = { rsa: signingKey("RS256", "k1"), ec: signingKey("ES256", "k2"), other: signingKey("RS256", "k1") };
beforeAll(async () => {
  scratch = await scratchDatabase();
});
beforeEach(async () => {
  clock = testClock();
  world = await integrationWorld({ scratch, clock });
});
afterAll(async () => {
  await Promise.all(issuers.map(({ server }) => server.close()));
  await scratch?.drop();
});

type Inbound = { issuer?: string; public_key?: string; audience?: string };
const connect = (inbound: Inbound, fields: object = {}) =>
  world.connect({ platform: "xurrent", inbound: { type: "jwt", audience: AUDIENCE, ...inbound }, ...fields });
const newIssuer = async (...of: SigningKey[]) => {
  const made = await issuer(...of);
  issuers.push(made);
  return made;
};
const DATA = JSON.parse(message()) as object;
const body = (key: SigningKey, parts: Parameters<typeof signed>[2] = {}) =>
  signed(key, DATA, { at: clock.now(), ...parts });

describe("a message that the pinned key signed", () => {
  it.each(["rsa", "ec"] as const)("is taken, its envelope from the claim data (%s)", async (kind) => {
    const it = await connect({ public_key: keys[kind].pem });
    const answer = await world.send(it, await body(keys[kind]));
    expect(answer.status).toBe(202);
    expect(world.asked.at(-1)?.payload).toMatchObject({ task_node_id: "task-1", ci_name: ["web01"] });
  });

  it("is refused where anything about it is wrong, with one answer", async () => {
    const it = await connect({ public_key: keys.rsa.pem, issuer: "https://desk.example.com/p" });
    const claims = { iss: "https://desk.example.com/p" };
    const good = await body(keys.rsa, { claims });
    const parsed = JSON.parse(good) as { jwt: string };
    const [head, payload, signature] = parsed.jwt.split(".") as [string, string, string];
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const forged = encode({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), data: { payload: {} } });
    const token = (jwt: unknown) => JSON.stringify({ jwt });
    const bodies = [
      await body(keys.other, { claims }),
      await body(keys.ec, { claims }),
      await body(keys.rsa, { claims: { iss: "https://desk.example.com/q" } }),
      await body(keys.rsa),
      await body(keys.rsa, { claims: { ...claims, aud: "another" } }),
      await body(keys.rsa, { claims, expiresIn: undefined }),
      await body(keys.rsa, { claims, expiresIn: -121 }),
      await body(keys.rsa, { claims: { ...claims, nbf: Math.floor(clock.now().getTime() / 1_000) + 125 } }),
      await signed(keys.rsa, "text", { claims, at: clock.now() }),
      await signed(keys.rsa, undefined, { claims, at: clock.now() }),
      token(`${head}.${forged}.${signature}`),
      token(`${encode({ alg: "none" })}.${payload}.`),
      token(`${encode({ alg: "none" })}.${payload}.${signature}`),
      token(`${encode({ alg: "HS256" })}.${payload}.${signature}`),
      token(`${encode({ alg: "RS256", crit: ["x"], x: 1 })}.${payload}.${signature}`),
      token(`${head}.${payload}`),
      token("x"),
      token(1),
      "{}",
      "{",
      "",
      message(),
    ];
    expect((await world.send(it, good)).status).toBe(202);
    const refusals = [];
    for (const each of bodies) {
      const { status, body: answer } = await world.send(it, each, { "x-desk-secret": SECRET });
      refusals.push({ status, error: { ...answer.error, request_id: "" } });
    }
    for (const [i, refusal] of refusals.entries()) {
      expect(refusal.status, bodies[i]).toBe(401);
      expect(refusal, bodies[i]).toEqual(refusals[0]);
    }
  });

  it("is taken within two minutes of its end, and no longer", async () => {
    const it = await connect({ public_key: keys.rsa.pem });
    const sent = await body(keys.rsa, { expiresIn: 60 });
    clock.advance(175_000);
    expect((await world.send(it, sent)).status).toBe(202);
    clock.advance(10_000);
    expect((await world.send(it, sent)).status).toBe(401);
  });

  it("is refused where what it says cannot be stored", async () => {
    const it = await connect({ public_key: keys.rsa.pem });
    const nul = await signed(keys.rsa, { payload: { task_node_id: "\0" } }, { at: clock.now() });
    expect((await world.send(it, nul)).status).toBe(400);
  });
});

describe("the keys of a pinned issuer", () => {
  it("are found by its discovery document, and asked for once", async () => {
    const its = await newIssuer(keys.rsa, keys.ec);
    const it = await connect({ issuer: its.url });
    const claims = { iss: its.url };
    const sent = await Promise.all([body(keys.rsa, { claims }), body(keys.ec, { claims }), body(keys.rsa, { claims })]);
    const answers = await Promise.all(sent.map((each) => world.send(it, each)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(its.server.seen.map(({ url }) => url)).toEqual([
      "/webhook_policies/p1/.well-known/openid-configuration",
      "/webhook_policies/p1/jwks",
    ]);
  });

  it("may change: a new one is found within 45 seconds, and an old one is forgotten", async () => {
    const its = await newIssuer(keys.rsa);
    const it = await connect({ issuer: its.url });
    const claims = { iss: its.url };
    const [first, next] = [keys.rsa, signingKey("RS256", "k9")];
    expect((await world.send(it, await body(first, { claims }))).status).toBe(202);
    its.keys = [next];
    clock.advance(44_000);
    expect((await world.send(it, await body(next, { claims }))).status).toBe(202);
    expect((await world.send(it, await body(first, { claims }))).status).toBe(401);
  });

  it("may have no ids, or one id for two keys in turn", async () => {
    const [one, two] = [signingKey("RS256"), signingKey("RS256")];
    const its = await newIssuer(one, two);
    const it = await connect({ issuer: its.url });
    const claims = { iss: its.url };
    expect((await world.send(it, await body(one, { claims }))).status).toBe(202);
    expect((await world.send(it, await body(two, { claims }))).status).toBe(202);
    const same = await newIssuer(keys.rsa);
    const other = await connect({ issuer: same.url });
    expect((await world.send(other, await body(keys.rsa, { claims: { iss: same.url } }))).status).toBe(202);
    same.keys = [keys.other];
    clock.advance(44_000);
    expect((await world.send(other, await body(keys.other, { claims: { iss: same.url } }))).status).toBe(202);
  });

  it("are not asked for again and again by forged messages", async () => {
    const its = await newIssuer(keys.rsa);
    const it = await connect({ issuer: its.url });
    const claims = { iss: its.url };
    for (let i = 0; i < 20; i++) {
      const forged = await body({ ...keys.other, kid: `forged-${i}` }, { claims });
      expect((await world.send(it, forged)).status).toBe(401);
    }
    for (const parts of [{ claims: { iss: "https://evil.example" } }, { claims, expiresIn: -500 }]) {
      clock.advance(60_000);
      expect((await world.send(it, await body(keys.other, parts))).status).toBe(401);
    }
    expect(its.server.seen).toHaveLength(2);
  });

  it("cannot be had while the issuer is down: 503 with Retry-After, and known ones serve on", async () => {
    const its = await newIssuer(keys.rsa);
    its.isDown = true;
    const it = await connect({ issuer: its.url });
    const claims = { iss: its.url };
    const down = await world.send(it, await body(keys.rsa, { claims }));
    expect(down.status).toBe(503);
    expect(Number(down.headers.get("retry-after"))).toBeGreaterThan(0);
    const asked = its.server.seen.length;
    expect((await world.send(it, await body(keys.rsa, { claims }))).status).toBe(503);
    expect(its.server.seen).toHaveLength(asked);
    its.isDown = false;
    clock.advance(10_000);
    expect((await world.send(it, await body(keys.rsa, { claims }))).status).toBe(202);
    its.isDown = true;
    clock.advance(20 * 60_000);
    expect((await world.send(it, await body(keys.rsa, { claims }))).status).toBe(202);
    clock.advance(10_000);
    expect((await world.send(it, await body(keys.other, { claims }))).status).toBe(401);
    const unknown = await body(signingKey("RS256", "k8"), { claims });
    expect((await world.send(it, unknown)).status).toBe(503);
    clock.advance(60 * 60_000);
    expect((await world.send(it, await body(keys.rsa, { claims }))).status).toBe(503);
  });

  it.each<[string, (its: Issuer, evil: Issuer) => Record<string, unknown>]>([
    ["names keys on another host", (_, evil) => ({ jwks_uri: `${evil.server.base}/webhook_policies/p1/jwks` })],
    ["names no keys", () => ({ jwks_uri: null })],
    ["is of another issuer", (_, evil) => ({ issuer: evil.url })],
  ])("are not taken from a document that %s", async (_, planted) => {
    const [its, evil] = [await newIssuer(keys.rsa), await newIssuer(keys.other)];
    its.document = planted(its, evil);
    const it = await connect({ issuer: its.url });
    const answer = await world.send(it, await body(keys.other, { claims: { iss: its.url } }));
    expect(answer.status).toBe(503);
    expect(evil.server.seen).toEqual([]);
  });

  it("are not followed to another address", async () => {
    const [its, evil] = [await newIssuer(keys.rsa), await newIssuer(keys.other)];
    its.server.answer((_, response) => void response.writeHead(302, { location: evil.server.base }).end());
    const it = await connect({ issuer: its.url });
    expect((await world.send(it, await body(keys.other, { claims: { iss: its.url } }))).status).toBe(503);
    expect(evil.server.seen).toEqual([]);
  });
});

describe("webhook.verify of Xurrent", () => {
  let account: OutsideServer;
  beforeAll(async () => {
    account = await outsideServer();
  });
  afterAll(() => account.close());
  const ask = async (fields: object, callback: unknown) => {
    const it = await connect({ public_key: keys.rsa.pem }, fields);
    const data = { webhook_id: 219, event: "webhook.verify", payload: { callback } };
    return world.send(it, await signed(keys.rsa, data, { at: clock.now() }));
  };

  it("is answered by calling its callback, and makes no analysis", async () => {
    const callback = `${account.base}/webhooks/219/verify?code=EmzqeGYTj5&expires_at=1610618451`;
    const answer = await ask({ account_url: `${account.base}/some/page` }, callback);
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { confirmed: true } } });
    const [called, ...others] = account.seen;
    expect(others).toEqual([]);
    expect(called).toMatchObject({ method: "GET", url: "/webhooks/219/verify?code=EmzqeGYTj5&expires_at=1610618451" });
    expect(called?.headers).not.toHaveProperty("authorization");
    expect(world.asked).toEqual([]);
  });

  it("calls nothing but the account's own origin", async () => {
    const evil = await outsideServer();
    const before = account.seen.length;
    const { port } = new URL(account.base);
    for (const callback of [
      `${evil.base}/verify`,
      `http://127.0.0.1:${port}@${new URL(evil.base).host}/`,
      `http://user:pass@127.0.0.1:${port}/verify`,
      `https://127.0.0.1:${port}/verify`,
      "/verify",
      "file:///etc/passwd",
      1,
      undefined,
    ]) {
      const answer = await ask({ account_url: account.base }, callback);
      expect(answer.status, String(callback)).toBe(400);
      expect(answer.body.error.details.field).toBe("payload.callback");
    }
    expect((await ask({}, `${account.base}/verify`)).status).toBe(400);
    expect(evil.seen).toEqual([]);
    expect(account.seen).toHaveLength(before);
    await evil.close();
  });

  it("follows no redirect, and is to be asked again where the callback fails", async () => {
    const evil = await outsideServer();
    account.answer((_, response) => void response.writeHead(302, { location: `${evil.base}/` }).end());
    const redirected = await ask({ account_url: account.base }, `${account.base}/verify`);
    expect(redirected.status).toBe(503);
    expect(redirected.headers.get("retry-after")).not.toBeNull();
    account.answer((_, response) => void response.writeHead(500).end());
    expect((await ask({ account_url: account.base }, `${account.base}/verify`)).status).toBe(503);
    expect(evil.seen).toEqual([]);
    await evil.close();
  });

  it("is authenticated like every message, and no other platform's", async () => {
    const before = account.seen.length;
    const it = await connect({ public_key: keys.rsa.pem }, { account_url: account.base });
    const data = { event: "webhook.verify", payload: { callback: `${account.base}/verify` } };
    expect((await world.send(it, JSON.stringify(data))).status).toBe(401);
    expect((await world.send(it, await signed(keys.other, data, { at: clock.now() }))).status).toBe(401);
    const generic = await world.connect({ account_url: account.base });
    await world.send(generic, JSON.stringify(data), { "x-desk-secret": SECRET });
    expect(account.seen).toHaveLength(before);
  });
});
