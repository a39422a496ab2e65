import { createPrivateKey, type KeyObject, randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { ClientInfo, RequestContext } from "../../../src/context.ts";
import { type Access, type AccessDeps, createAccess } from "../../../src/features/access/index.ts";
import type { Scope } from "../../../src/model/scopes.ts";
import type { CredentialSource } from "../../../src/platform/http/ports.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { migratePostgres } from "../../../src/platform/postgres/migrate.ts";
import { createPostgres, type Postgres } from "../../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { stores } from "../../support/stores.ts";

export const log = createLogger("silent");
export const ROOT_SECRET = "a root secret of the tests, long enough";
export const PASSWORD = "correct horse battery staple";

/** A database of its own, since the first administrator and the signing keys are the installation's, not a tenant's. */
export interface Scratch {
  url: string;
  postgres: Postgres;
  drop(): Promise<void>;
}

export async function scratchDatabase(): Promise<Scratch> {
  const { url: server, template } = stores().postgres;
  const name = `access_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${name}${template === undefined ? "" : ` template ${template}`}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
  const postgres = createPostgres({ url, log });
  await migratePostgres(postgres, log);
  return {
    url,
    postgres,
    async drop() {
      await postgres.close();
      // It takes a second and more, since Postgres writes everything to disk before.
      if (template === undefined) await administer(server, `drop database ${name} with (force)`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A clock that stands until it is moved. */
export interface TestClock {
  now(): Date;
  advance(ms: number): void;
}

export function testClock(start = new Date()): TestClock {
  let ms = start.getTime();
  return {
    now: () => new Date(ms),
    advance(by) {
      ms += by;
    },
  };
}

/** An instance as one process has it; several on one database stand for several processes. */
export function testAccess(postgres: Postgres, overrides: Partial<AccessDeps> = {}): Access {
  return createAccess({
    postgres,
    clock: testClock(),
    log,
    secrets: createSecrets(ROOT_SECRET),
    config: {
      keyEnvironment: "test",
      baseUrl: undefined,
      home: mkdtempSync(path.join(tmpdir(), "orrery-access-")),
      admin: { email: undefined, password: undefined },
    },
    ...overrides,
  });
}

/** A tenant with an administrator whose email is used nowhere else. */
export async function testTenant(access: Access) {
  const name = `tenant ${newId()}`;
  const email = `${newId()}@example.com`;
  const tenant = await access.createTenant({ name, adminEmail: email, adminPassword: PASSWORD });
  const login = () => access.verbs.login({ email, password: PASSWORD });
  return { ...tenant, email, login };
}

/** Where a login comes from: a request from that address. */
export function loginFrom(address: string): { requestId: string; client: ClientInfo } {
  return { requestId: newId(), client: { address, department: undefined, version: undefined } };
}

export function bearer(token: string): CredentialSource {
  return source({ authorization: `Bearer ${token}` });
}

export function source(headers: Record<string, string>, queryApiKey?: string, address = "192.0.2.1"): CredentialSource {
  return { header: (name) => headers[name], queryApiKey: () => queryApiKey, address };
}

/** The context in which a request with that access token runs. */
export async function contextOf(access: Access, token: string): Promise<RequestContext> {
  return { ...(await access.authenticator.authenticate(bearer(token))), requestId: "test" };
}

export function withScopes(ctx: RequestContext, ...scopes: Scope[]): RequestContext {
  return { ...ctx, scopes: new Set(scopes) };
}

/** The pair that signs access tokens in that database. */
export async function signingPair(postgres: Postgres): Promise<{ privateKey: KeyObject; publicPem: string }> {
  const [row] = await postgres.query<{ kid: string; public_key: string; sealed_private_key: string }>(
    "select * from signing_keys where retired_at is null",
  );
  if (!row) throw new Error("no signing key was made");
  const pem = createSecrets(ROOT_SECRET).open("signing-key", row.sealed_private_key, row.kid);
  return { privateKey: createPrivateKey(pem), publicPem: row.public_key };
}

/** The code of the error that the promise is rejected with. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return "no error";
}
