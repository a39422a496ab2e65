import { createPublicKey } from "node:crypto";
import { decodeJwt, errors, jwtVerify } from "jose";
import { z } from "zod";
import { isId } from "../../../platform/ids.ts";
import { repeatsMember } from "../credentials/repeated-members.ts";

/** Expected values of an assertion's claims, and the key of its signature. */
export interface ExpectedAssertion {
  accountId: string;
  /** PEM, SubjectPublicKeyInfo. */
  publicKey: string;
  /** The base address, the only `aud` accepted. */
  audience: string;
  now: Date;
}

/** The claims of a valid assertion that its use is recorded by. */
export interface VerifiedAssertion {
  /** Undefined when the assertion has none; it can then be reused until it expires. */
  jti: string | undefined;
  /** When it stops being accepted, clock skew included. */
  acceptedUntil: Date;
}

const ASSERTION_MAX_LENGTH = 8_192;
/** Section 5 of the interface specification: `exp` one hour after `iat`. */
const MAX_LIFETIME_SECONDS = 60 * 60;
const SKEW_SECONDS = 60;

const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** No member that refers to a key elsewhere (jku, x5u, jwk) or changes decoding (crit, b64, zip). */
const Header = z.strictObject({
  alg: z.literal("RS256"),
  typ: z.string().regex(/^jwt$/i).optional(),
  kid: z.string().max(256).optional(),
});

/** Checks that the library does not make: `aud` is a single text, both times are present, `jti` fits its column. */
const Claims = z.looseObject({
  aud: z.string(),
  iat: z.number().min(0),
  exp: z.number().max(1e11),
  jti: z.string().min(1).max(255).optional(),
});

/** The account id that the assertion claims (`iss` equal to `sub`), unverified; undefined for any other text. */
export function claimedAccount(assertion: string): string | undefined {
  if (assertion.length > ASSERTION_MAX_LENGTH || !COMPACT.test(assertion)) return undefined;
  try {
    const { iss, sub } = decodeJwt(assertion);
    return typeof sub === "string" && sub === iss && isId(sub) ? sub : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/**
 * Verifies an assertion (RFC 7523, section 3; section 5 of the interface specification): signed with RS256 by the
 * account's key, `iss` and `sub` are the account, `aud` is exactly the base address, valid now within 60 s of clock
 * skew, lifetime at most an hour. Returns undefined for any other.
 */
export async function verifyAssertion(
  assertion: string,
  expected: ExpectedAssertion,
): Promise<VerifiedAssertion | undefined> {
  if (claimedAccount(assertion) !== expected.accountId) return undefined;
  const verified = await verifySignature(assertion, expected);
  if (!verified || !Header.safeParse(verified.protectedHeader).success || hasRepeatedMember(assertion))
    return undefined;
  const claims = Claims.safeParse(verified.payload);
  if (!claims.success) return undefined;
  const { iat, exp, jti } = claims.data;
  const nowSeconds = expected.now.getTime() / 1_000;
  if (iat > nowSeconds + SKEW_SECONDS || exp <= iat || exp - iat > MAX_LIFETIME_SECONDS) return undefined;
  return { jti, acceptedUntil: new Date((exp + SKEW_SECONDS) * 1_000) };
}

/** Whether header or payload repeats a member; both must be JSON. */
function hasRepeatedMember(assertion: string): boolean {
  return assertion.split(".", 2).some((part) => repeatsMember(Buffer.from(part, "base64url").toString()));
}

async function verifySignature(assertion: string, { accountId, publicKey, audience, now }: ExpectedAssertion) {
  try {
    return await jwtVerify(assertion, createPublicKey(publicKey), {
      algorithms: ["RS256"],
      issuer: accountId,
      subject: accountId,
      audience,
      requiredClaims: ["iat", "exp"],
      clockTolerance: SKEW_SECONDS,
      currentDate: now,
    });
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
