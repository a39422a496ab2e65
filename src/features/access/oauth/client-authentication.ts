import { timingSafeEqual } from "node:crypto";
import { isId } from "../../../platform/ids.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import type { OAuthClient } from "./oauth.model.ts";
import { oauthClientsStore } from "./oauth-clients.store.ts";
import { OAuthRefusal } from "./oauth-error.ts";

/** Credentials of a client, from the form or from HTTP Basic. */
export interface ClientCredentials {
  clientId: string | undefined;
  clientSecret: string | undefined;
}

/**
 * Reads the client credentials of a request to the token endpoint (RFC 6749, section 2.3.1). OAuth form-encodes each
 * part of HTTP Basic, unlike other uses of Basic.
 *
 * @throws OAuthRefusal invalid_request when form and header both authenticate, invalid_client when the header is malformed
 */
export function readClientCredentials(
  form: { client_id?: string | undefined; client_secret?: string | undefined },
  authorization: string | undefined,
): ClientCredentials {
  const { client_id: id, client_secret: secret } = form;
  if (authorization === undefined) return { clientId: nonEmpty(id), clientSecret: nonEmpty(secret) };
  const basic = decodeBasic(authorization);
  if (!basic) throw clientRefused();
  if (nonEmpty(secret) !== undefined) throw new OAuthRefusal("invalid_request", "The client authenticates in two ways");
  if (nonEmpty(id) !== undefined && id !== basic.clientId) {
    throw new OAuthRefusal("invalid_request", "client_id is not the client that authenticates");
  }
  return basic;
}

/** The client of these credentials; undefined when it is unknown, or the secret is wrong, missing or unexpected. */
export async function authenticateClient(sql: Sql, credentials: ClientCredentials): Promise<OAuthClient | undefined> {
  const { clientId, clientSecret } = credentials;
  if (clientId === undefined || !isId(clientId)) return undefined;
  const found = await oauthClientsStore.findWithSecret(sql, clientId);
  if (!found) return undefined;
  const { secretHash, ...client } = found;
  if (secretHash === null) return clientSecret === undefined ? client : undefined;
  return clientSecret !== undefined && timingSafeEqual(sha256(clientSecret), secretHash) ? client : undefined;
}

export function clientRefused(): OAuthRefusal {
  return new OAuthRefusal("invalid_client", "The client is unknown, or did not prove who it is", {
    "WWW-Authenticate": 'Basic realm="orrery"',
  });
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function decodeBasic(authorization: string): ClientCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  if (colon === -1) return undefined;
  try {
    const [clientId, clientSecret] = [pair.slice(0, colon), pair.slice(colon + 1)].map((part) =>
      nonEmpty(decodeURIComponent(part.replaceAll("+", " "))),
    );
    return { clientId, clientSecret };
  } catch {
    return undefined;
  }
}
