import { createPublicKey, type KeyObject } from "node:crypto";
import { z } from "@hono/zod-openapi";

const PEM = /^\s*-----BEGIN (RSA )?PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END (RSA )?PUBLIC KEY-----\s*$/;
const MAX_LENGTH = 4_096;
/** Verifying costs more with every bit of the modulus and of the exponent, so both have an upper bound. */
const MODULUS_BITS = { min: 2_048, max: 8_192 } as const;
const EXPONENT = { min: 3n, max: 2n ** 32n } as const;

/**
 * An RSA public key of 2048 to 8192 bits in PEM (RFC 7468: `PUBLIC KEY`, or PKCS #1's `RSA PUBLIC KEY`); parsed to its
 * SubjectPublicKeyInfo in PEM. Private keys and certificates are refused, although they contain a public key.
 */
export const publicKey = z
  .string()
  .max(MAX_LENGTH)
  .transform((text, ctx) => {
    const key = PEM.test(text) ? read(text) : undefined;
    const reason = key ? faultOf(key) : "must be an RSA public key in PEM";
    if (key && reason === undefined) return key.export({ type: "spki", format: "pem" }).toString();
    ctx.addIssue({ code: "custom", message: reason ?? "must be an RSA public key in PEM" });
    return z.NEVER;
  });

function read(pem: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: pem, format: "pem" });
  } catch {
    return undefined;
  }
}

function faultOf(key: KeyObject): string | undefined {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType !== "rsa") return "must be an RSA key";
  if (modulusLength < MODULUS_BITS.min || modulusLength > MODULUS_BITS.max) {
    return `must have ${MODULUS_BITS.min} to ${MODULUS_BITS.max} bits`;
  }
  // With the exponent 1 every number is its own signature.
  const sound = publicExponent >= EXPONENT.min && publicExponent <= EXPONENT.max && publicExponent % 2n === 1n;
  return sound ? undefined : "must have an odd exponent from 3 to 2^32, e.g. 65537";
}
