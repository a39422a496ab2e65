import { constants, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";
import { isScope, type Scope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import { isId } from "../../../platform/ids.ts";
import { randomBase62 } from "../../../platform/secrets.ts";
import { ACCESS_TOKEN_SECONDS, CLOCK_SKEW_SECONDS } from "../access.model.ts";
import { repeatsMember } from "./repeated-members.ts";
import type { SigningKeys } from "./signing-keys.ts";

interface CommonClaims {
  tenantId: string;
  scopes: readonly Scope[];
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/** Claims of a user's access token. */
export interface UserClaims extends CommonClaims {
  userId: string;
  sessionId: string;
  /** The user's password is temporary: the token can only change it. */
  restricted?: boolean;
}

/** Claims of a service account's access token. */
export interface ServiceAccountClaims extends CommonClaims {
  serviceAccountId: string;
}

/** Claims of an OAuth client's access token: the user it acts for, and the grant. */
export interface OAuthClaims extends CommonClaims {
  userId: string;
  clientId: string;
  grantId: string;
}

export type AccessClaims = UserClaims | ServiceAccountClaims | OAuthClaims;

/** Signs an access token that expires 15 minutes from now. */
export type SignAccessToken = (
  claims:
    | Omit<UserClaims, "expiresAtMs">
    | Omit<ServiceAccountClaims, "expiresAtMs">
    | Omit<OAuthClaims, "expiresAtMs">,
) => string;

export interface AccessTokens {
  /**
   * Fetches the signing key. Call it before a transaction begins: inside one it could wait for a connection that only
   * the end of the transaction releases.
   */
  signer(): Promise<SignAccessToken>;
  /** The claims of a token that Orrery signed and that is valid now; else undefined. Does not check revocation. */
  verify(token: string): Promise<AccessClaims | undefined>;
}

export interface AccessTokenOptions {
  signingKeys: SigningKeys;
  clock: Clock;
  /** The `iss` of issued tokens, and the only one accepted. */
  issuer: string;
}

const AUDIENCE = "orrery";
const MAX_LENGTH = 8_192;

/** Exactly these members: none that refers to a key elsewhere (jku, x5u, jwk) or changes decoding (crit, b64, zip). */
const Header = z.strictObject({ alg: z.literal("RS256"), typ: z.literal("JWT"), kid: z.string().min(1).max(64) });
const common = {
  iss: z.string(),
  aud: z.literal(AUDIENCE),
  sub: z.string().refine(isId),
  tenant: z.string().refine(isId),
  scope: z.string(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
};
/** `typ` tells the kind of principal; only a user's token has a session (`sid`). */
const Payload = z.discriminatedUnion("typ", [
  z.strictObject({
    ...common,
    typ: z.literal("access"),
    sid: z.string().refine(isId),
    restricted: z.literal(true).optional(),
  }),
  z.strictObject({ ...common, typ: z.literal("service_account") }),
  z.strictObject({
    ...common,
    typ: z.literal("oauth"),
    client_id: z.string().refine(isId),
    grant: z.string().refine(isId),
  }),
]);

/**
 * JWTs (RFC 7519) signed with RS256. Uses node:crypto directly, since a library over WebCrypto takes four times as long
 * for the only algorithm; the checks are those of RFC 8725: one algorithm, one type, known keys only.
 */
export function createAccessTokens({ signingKeys, clock, issuer }: AccessTokenOptions): AccessTokens {
  return {
    async signer() {
      const { kid, privateKey } = await signingKeys.current();
      return (claims) => {
        const iat = Math.floor(clock.now().getTime() / 1_000);
        const header: z.input<typeof Header> = { alg: "RS256", typ: "JWT", kid };
        const payload: z.input<typeof Payload> = {
          iss: issuer,
          aud: AUDIENCE,
          ...subjectClaims(claims),
          tenant: claims.tenantId,
          scope: claims.scopes.join(" "),
          jti: randomBase62(16),
          iat,
          exp: iat + ACCESS_TOKEN_SECONDS,
        };
        const signed = `${encode(header)}.${encode(payload)}`;
        return `${signed}.${sign("sha256", Buffer.from(signed), rs256(privateKey)).toString("base64url")}`;
      };
    },

    async verify(token) {
      if (token.length > MAX_LENGTH) return undefined;
      const [headerText, payloadText, signatureText, ...rest] = token.split(".");
      if (!headerText || !payloadText || !signatureText || rest.length > 0) return undefined;
      const header = Header.safeParse(decodeJson(headerText));
      const signature = decode(signatureText);
      if (!header.success || !signature) return undefined;
      const key = await signingKeys.verifier(header.data.kid);
      if (!key || !verify("sha256", Buffer.from(`${headerText}.${payloadText}`), rs256(key), signature))
        return undefined;
      const payload = Payload.safeParse(decodeJson(payloadText));
      if (!payload.success || payload.data.iss !== issuer) return undefined;
      const now = clock.now().getTime() / 1_000;
      if (payload.data.exp <= now || payload.data.iat > now + CLOCK_SKEW_SECONDS) return undefined;
      return toClaims(payload.data);
    },
  };
}

function subjectClaims(claims: Parameters<SignAccessToken>[0]) {
  if ("grantId" in claims) {
    return { sub: claims.userId, client_id: claims.clientId, grant: claims.grantId, typ: "oauth" as const };
  }
  if ("serviceAccountId" in claims) return { sub: claims.serviceAccountId, typ: "service_account" as const };
  const { userId: sub, sessionId: sid, restricted } = claims;
  return { sub, sid, typ: "access" as const, ...(restricted && { restricted: true as const }) };
}

function toClaims(payload: z.output<typeof Payload>): AccessClaims {
  const shared = {
    tenantId: payload.tenant,
    scopes: payload.scope.split(" ").filter(isScope),
    expiresAtMs: payload.exp * 1_000,
  };
  switch (payload.typ) {
    case "access":
      return { ...shared, userId: payload.sub, sessionId: payload.sid, restricted: payload.restricted ?? false };
    case "oauth":
      return { ...shared, userId: payload.sub, clientId: payload.client_id, grantId: payload.grant };
    case "service_account":
      return { ...shared, serviceAccountId: payload.sub };
  }
}

/** RS256 is RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, section 3.3). */
function rs256(key: KeyObject): { key: KeyObject; padding: number } {
  return { key, padding: constants.RSA_PKCS1_PADDING };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Accepts canonical base64url only: no padding, no foreign characters, no spare bits in the last character. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}

function decodeJson(text: string): unknown {
  const json = decode(text)?.toString("utf8");
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return repeatsMember(json) ? undefined : value;
  } catch {
    return undefined;
  }
}
