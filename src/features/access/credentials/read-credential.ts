import { AppError } from "../../../errors.ts";
import type { CredentialSource } from "../../../platform/http/ports.ts";
import { kindOfPrefix, type OpaqueKind } from "../keys/key-format.ts";

export interface PresentedCredential {
  kind: OpaqueKind | "jwt";
  text: string;
  /** Whether the query holds it, alone or as well as a header. */
  inQuery: boolean;
}

const BEARER = /^bearer +([\x21-\x7e]+) *$/i;
const MAX_LENGTH = 8_192;
const REALM = 'Bearer realm="orrery"';

/** The kinds of credentials that each place accepts: section 5 of the interface specification. */
const ACCEPTED = {
  bearer: new Set(["jwt", "api_key", "discovery_token"]),
  header: new Set(["api_key", "discovery_token"]),
  query: new Set(["api_key"]),
} as const satisfies Record<string, ReadonlySet<string>>;

/**
 * Reads the credential of a request and its kind, by form alone; the authenticator verifies it. The same credential in
 * two places counts once; two different ones are refused, since neither has precedence.
 *
 * @throws AppError AUTHENTICATION_REQUIRED when there is none, more than one, or one that its place does not accept
 */
export function readCredential(source: CredentialSource): PresentedCredential {
  const authorization = source.header("authorization");
  const bearer = authorization === undefined ? undefined : (BEARER.exec(authorization)?.[1] ?? "");
  const header = source.header("x-api-key")?.trim();
  const query = source.queryApiKey();
  const text = bearer ?? header ?? query;
  if (text === undefined) {
    throw refused("A credential is required: a bearer token, or an API key in X-API-Key", REALM);
  }
  if ((header !== undefined && header !== text) || (query !== undefined && query !== text)) {
    throw refused("The request carries more than one credential; send exactly one");
  }
  const kind = kindOf(text);
  const fits =
    (bearer === undefined || ACCEPTED.bearer.has(kind)) &&
    (header === undefined || ACCEPTED.header.has(kind)) &&
    (query === undefined || ACCEPTED.query.has(kind));
  if (!fits || text === "" || text.length > MAX_LENGTH) throw credentialRefused();
  return { kind, text, inQuery: query !== undefined };
}

/** The one 401 for every credential that is not valid: it does not reveal the reason. */
export function credentialRefused(): AppError {
  return refused("The credential is malformed, unknown, revoked or expired");
}

function kindOf(text: string): OpaqueKind | "jwt" {
  return kindOfPrefix(/^([a-z]+)_/.exec(text)?.[1] ?? "") ?? "jwt";
}

/** RFC 6750, section 3: the challenge has an `error` only when a credential was sent. */
function refused(message: string, challenge = `${REALM}, error="invalid_token"`): AppError {
  return new AppError("AUTHENTICATION_REQUIRED", message, { headers: { "WWW-Authenticate": challenge } });
}
