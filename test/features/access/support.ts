import { createPrivateKey, type KeyObject } from "node:crypto";
import type { ClientInfo, RequestContext } from "../../../src/context.ts";
import type { Access } from "../../../src/features/access/index.ts";
import type { Scope } from "../../../src/model/scopes.ts";
import type { CredentialSource } from "../../../src/platform/http/ports.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { ROOT_SECRET } from "../../support/access.ts";

/** Origin of a login: a request from that address. */
export function loginFrom(address: string): { requestId: string; client: ClientInfo } {
  return { requestId: newId(), client: { address, department: undefined, version: undefined } };
}

export function bearer(token: string): CredentialSource {
  return source({ authorization: `Bearer ${token}` });
}

export function source(headers: Record<string, string>, queryApiKey?: string, address = "192.0.2.1"): CredentialSource {
  return { header: (name) => headers[name], queryApiKey: () => queryApiKey, address };
}

/** The request context of that access token. */
export async function contextOfToken(access: Access, token: string): Promise<RequestContext> {
  return { ...(await access.authenticator.authenticate(bearer(token))), requestId: "test" };
}

export function withScopes(ctx: RequestContext, ...scopes: Scope[]): RequestContext {
  return { ...ctx, scopes: new Set(scopes) };
}

/** The signing key pair of that database. */
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
