import { randomBytes } from "node:crypto";
import { Webhook as Signer } from "standardwebhooks";

/** Bytes of a signing secret; the Standard Webhooks specification asks for 24 to 64. */
const SECRET_BYTES = 32;

/** `whsec_<base64>`. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

export interface SignedHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/** Signs a message as Standard Webhooks says, with each of the secrets. */
export type Sign = (deliveryId: string, body: string, at: Date) => SignedHeaders;

export function createSign(secrets: readonly string[]): Sign {
  const signers = secrets.map((secret) => new Signer(secret));
  return (deliveryId, body, at) => ({
    "webhook-id": deliveryId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": signers.map((signer) => signer.sign(deliveryId, at, body)).join(" "),
  });
}
