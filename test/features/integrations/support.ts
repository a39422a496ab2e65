import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { expect } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { inboundApiRoutes } from "../../../src/features/change-risk/inbound/inbound.api.ts";
import { createReceiveChange } from "../../../src/features/change-risk/inbound/receive-change.ts";
import { createIntegrations, type PlatformClient, type Target } from "../../../src/features/integrations/index.ts";
import { type Clock, systemClock } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createEgress } from "../../../src/platform/outside/egress.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { ROOT_SECRET } from "../../support/access.ts";
import { type Answer, createFeatureApp } from "../../support/feature-app.ts";
import { type OutsideServer, outsideServer, type SeenRequest, sendJson } from "../../support/outside-server.ts";
import { log, type Scratch } from "../../support/scratch.ts";

/** What an analysis was asked with. */
export interface Asked {
  ctx: RequestContext;
  integrationId: string;
  payload: Readonly<Record<string, unknown>>;
}

export interface WorldOptions {
  scratch: Scratch;
  clock?: Clock;
  allow?: string[];
  testMs?: number;
  factor?: number;
}

/** Integrations with the inbound route, on service desks and analyses that note what they are asked. */
export async function integrationWorld({
  scratch,
  clock = systemClock,
  allow = ["127.0.0.0/8"],
  ...options
}: WorldOptions) {
  const { postgres } = scratch;
  const asked: Asked[] = [];
  const targets: Target[] = [];
  let answer: PlatformClient = {
    write: async () => ({ ok: true, responseStatus: 200 }),
    test: async () => ({ ok: true, error: null }),
  };
  const client: PlatformClient = {
    write(target, update) {
      targets.push(target);
      return answer.write(target, update);
    },
    test(target) {
      targets.push(target);
      return answer.test(target);
    },
  };
  const integrations = createIntegrations({
    postgres,
    clock,
    log,
    secrets: createSecrets(ROOT_SECRET),
    egress: createEgress(allow),
    clients: { xurrent: client, servicenow: client, jira: client, generic: client },
    testMs: options.testMs,
  });
  const received = createReceiveChange({
    ...integrations,
    async requestAnalysis(ctx, { integrationId, payload }) {
      asked.push({ ctx, integrationId, payload });
      return { id: newId() };
    },
  });
  const routes = { v1: integrations.routes.v1, api: inboundApiRoutes(received) };
  const app = createFeatureApp(routes, postgres, options);
  const tenant = newId();
  await postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [tenant]);

  return {
    integrations,
    app,
    tenant,
    asked,
    targets,
    call: app.call,
    answerWith: (next: Partial<PlatformClient>) => {
      answer = { ...answer, ...next };
    },

    /** An integration of the tenant, as its answer shows it. */
    async connect(fields: object = {}, as = tenant) {
      const made = await app.call("POST", "/v1/integrations", { tenant: as, body: { ...GENERIC, ...fields } });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return made.body;
    },

    /** Sends a body to the integration's address. */
    send(
      it: { id: string; platform: string },
      body: string,
      headers: Record<string, string> = {},
      address?: string,
    ): Promise<Answer> {
      const path = `/api/integrations/${it.platform}/webhook/${it.id}/change-analysis`;
      const sent = { body, headers: { "content-type": "application/json", ...headers } };
      return app.call("POST", path, address === undefined ? sent : { ...sent, address });
    },
  };
}

export type IntegrationWorld = Awaited<ReturnType<typeof integrationWorld>>;

export const SECRET = "a secret of the tests";

export const GENERIC = {
  name: "a desk",
  platform: "generic",
  base_url: "https://desk.example.com/tasks",
  inbound: { type: "secret", header: "X-Desk-Secret", secret: SECRET },
};

/** A message about a change, with some other members. */
export function message(payload: object = {}): string {
  const change = {
    ci_name: ["web01"],
    change_note: ["Update of the kernel"],
    task_node_id: "task-1",
    change_fields: { priority: "high", category: "standard" },
  };
  return JSON.stringify({ event: "automation_rule", webhook_id: 219, payload: { ...change, ...payload } });
}

export function hmacOf(secret: string, body: string | Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

export interface SigningKey {
  kid: string | undefined;
  alg: "RS256" | "ES256";
  privateKey: KeyObject;
  publicKey: KeyObject;
  pem: string;
}

export function signingKey(alg: "RS256" | "ES256", kid?: string): SigningKey {
  const pair =
    alg === "RS256"
      ? generateKeyPairSync("rsa", { modulusLength: 2_048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { kid, alg, ...pair, pem: pair.publicKey.export({ type: "spki", format: "pem" }).toString() };
}

export const AUDIENCE = "orrery";

export interface TokenParts {
  claims?: Record<string, unknown>;
  /** Seconds from `at`; undefined: no `exp`. */
  expiresIn?: number | undefined;
  at?: Date;
}

/** A body as Xurrent sends it where a webhook policy signs: `{"jwt": "..."}` with the message in the claim `data`. */
export async function signed(key: SigningKey, data: unknown, parts: TokenParts = {}): Promise<string> {
  const at = Math.floor((parts.at ?? new Date()).getTime() / 1_000);
  const expiresIn = "expiresIn" in parts ? parts.expiresIn : 300;
  const claims = { aud: AUDIENCE, iat: at, nbf: at, ...(expiresIn !== undefined && { exp: at + expiresIn }) };
  const token = new SignJWT({ data, ...claims, ...parts.claims }).setProtectedHeader({
    typ: "JWT",
    alg: key.alg,
    ...(key.kid !== undefined && { kid: key.kid }),
  });
  return JSON.stringify({ jwt: await token.sign(key.privateKey) });
}

/** An issuer with a discovery document and a key set, on loopback. */
export interface Issuer {
  url: string;
  server: OutsideServer;
  keys: SigningKey[];
  /** Replaces the members of the discovery document. */
  document: Record<string, unknown>;
  /** Answers 503 instead. */
  isDown: boolean;
}

export async function issuer(...keys: SigningKey[]): Promise<Issuer> {
  const server = await outsideServer();
  const it: Issuer = { url: `${server.base}/webhook_policies/p1`, server, keys, document: {}, isDown: false };
  server.answer(({ url }: SeenRequest, response) => {
    if (it.isDown) return void response.writeHead(503).end();
    if (url === "/webhook_policies/p1/.well-known/openid-configuration") {
      return sendJson(response, {
        issuer: it.url,
        jwks_uri: `${server.base}/webhook_policies/p1/jwks`,
        ...it.document,
      });
    }
    if (url !== "/webhook_policies/p1/jwks") return void response.writeHead(404).end();
    const jwks = it.keys.map(({ publicKey, kid, alg }) => ({
      ...publicKey.export({ format: "jwk" }),
      ...(kid !== undefined && { kid }),
      alg,
      use: "sig",
    }));
    return sendJson(response, { keys: jwks });
  });
  return it;
}
