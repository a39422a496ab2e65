import { createPublicKey } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from "jose";
import { isUnavailable } from "../../../errors.ts";
import { isObject } from "../../../model/json.ts";
import { decodeText } from "../../../platform/http/body.ts";
import { parseJson } from "../../../platform/http/json.ts";
import type { Inbound } from "../integration.model.ts";
import { algorithmOf } from "../integration.rules.ts";
import type { IssuerKey, IssuerKeys, KeySet } from "./issuer-keys.ts";

/**
 * The claim `data` of a token that was signed for the audience by the pinned key or issuer, RFC 7519; undefined for any
 * other. Throws 503 while the issuer's keys cannot be had.
 */
export type VerifyJwt = (
  token: string,
  expected: Extract<Inbound, { type: "jwt" }>,
) => Promise<Record<string, unknown> | undefined>;

const SKEW_SECONDS = 120;
const ALGORITHMS = ["RS256", "ES256"];
const COMPACT = /^[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+$/;

/** What a token says of itself, before its signature is known to be right. */
interface Claimed {
  kid: string | undefined;
  algorithm: string | undefined;
}

export function createVerifyJwt(deps: { issuerKeys: IssuerKeys; now: () => Date }): VerifyJwt {
  const { issuerKeys, now } = deps;

  const verified = async (token: string, expected: Parameters<VerifyJwt>[1], keys: readonly IssuerKey[]) => {
    for (const key of keys) if (await isSigned(token, expected, key, now())) return true;
    return false;
  };

  const verifiedByIssuer = async (token: string, expected: Parameters<VerifyJwt>[1], issuer: string) => {
    const claimed = claimedBy(token);
    const known = await issuerKeys.keysOf(issuer);
    const keys = candidates(known, claimed);
    if (await verified(token, expected, keys)) return true;
    try {
      const newer = await issuerKeys.newerThan(issuer, known);
      return newer !== undefined && (await verified(token, expected, candidates(newer, claimed)));
    } catch (error) {
      // A known key did not verify the signature: it is wrong, and further keys of the issuer do not matter.
      if (isUnavailable(error) && keys.length > 0) return false;
      throw error;
    }
  };

  return async (token, expected) => {
    const [, payload] = COMPACT.exec(token) ?? [];
    if (payload === undefined || !claimsFit(token, expected, now())) return undefined;
    const isGenuine =
      expected.publicKey !== null
        ? await verified(token, expected, pinned(expected.publicKey))
        : expected.issuer !== null && (await verifiedByIssuer(token, expected, expected.issuer));
    if (!isGenuine) return undefined;
    const claims = parseJson(decodeText(Buffer.from(payload, "base64url")));
    return isObject(claims) && isObject(claims.data) ? claims.data : undefined;
  };
}

function pinned(pem: string): IssuerKey[] {
  const key = createPublicKey(pem);
  const algorithm = algorithmOf(key);
  return algorithm ? [{ kid: undefined, algorithm, key }] : [];
}

/** Those of the issuer's keys that may have made the signature. */
function candidates({ keys }: KeySet, { kid, algorithm }: Claimed): IssuerKey[] {
  const ofKind = keys.filter((key) => key.algorithm === algorithm);
  return kid === undefined ? ofKind : ofKind.filter((key) => key.kid === kid || key.kid === undefined);
}

function claimedBy(token: string): Claimed {
  const { kid, alg } = decodeProtectedHeader(token);
  return { kid: typeof kid === "string" ? kid : undefined, algorithm: alg };
}

/** Whether times, issuer and audience could be right: for others no issuer is asked. */
function claimsFit(token: string, { issuer, audience }: Parameters<VerifyJwt>[1], now: Date): boolean {
  try {
    const { alg } = decodeProtectedHeader(token);
    const { iss, aud, exp } = decodeJwt(token);
    const isForUs = Array.isArray(aud) ? aud.includes(audience) : aud === audience;
    const isCurrent = typeof exp === "number" && exp + SKEW_SECONDS > now.getTime() / 1_000;
    return ALGORITHMS.includes(alg ?? "") && isForUs && isCurrent && (issuer === null || iss === issuer);
  } catch (error) {
    if (isJoseFault(error)) return false;
    throw error;
  }
}

async function isSigned(
  token: string,
  { issuer, audience }: Parameters<VerifyJwt>[1],
  { key, algorithm }: IssuerKey,
  now: Date,
): Promise<boolean> {
  try {
    await jwtVerify(token, key, {
      // Never the token's choice: a key serves one algorithm alone.
      algorithms: [algorithm],
      audience,
      ...(issuer !== null && { issuer }),
      requiredClaims: ["exp"],
      clockTolerance: SKEW_SECONDS,
      currentDate: now,
    });
    return true;
  } catch (error) {
    if (isJoseFault(error)) return false;
    throw error;
  }
}

/** A TypeError: a header or claims that are no JSON. */
function isJoseFault(error: unknown): boolean {
  return error instanceof errors.JOSEError || error instanceof TypeError;
}
