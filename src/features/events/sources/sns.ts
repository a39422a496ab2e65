import { verify, X509Certificate } from "node:crypto";
import { z } from "zod";
import { coerceError, unavailable } from "../../../errors.ts";
import { ownEntry } from "./message-fields.ts";

/** Message of Amazon SNS to an HTTP endpoint. Texts stay unchanged: the signature covers every character. */
const Envelope = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z.string().nullish(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.string(),
  Signature: z.string().max(4_096),
  SigningCertURL: z.string(),
});
export type SnsEnvelope = z.output<typeof Envelope>;

export function snsEnvelope(body: unknown): SnsEnvelope | undefined {
  return Envelope.safeParse(body).data;
}

/** Signed members by type of message, in their order (Amazon SNS Developer Guide). */
const SIGNED_MEMBERS = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
} as const;
const DIGEST_OF_VERSION: Readonly<Record<string, string>> = { "1": "RSA-SHA1", "2": "RSA-SHA256" };

/** The text that SNS signs: name and value of each signed member present, each on its own line. */
function snsStringToSign(envelope: SnsEnvelope): string {
  return SIGNED_MEMBERS[envelope.Type]
    .map((name) => [name, envelope[name]] as const)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join("");
}

const SNS_HOST = /^sns\.[a-z]{2}[a-z0-9-]{1,30}\.amazonaws\.com(?:\.cn)?$/;

/** URL of Amazon SNS, https on the default port; undefined for any other. */
export function snsAddress(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === "" && url.password === "" && url.port === "";
  return url.protocol === "https:" && isPlain && SNS_HOST.test(url.hostname) ? url : undefined;
}

/** Fetches text from a URL of Amazon SNS. Rejects if that fails. */
export type FetchText = (url: URL) => Promise<string>;

export interface SnsVerifier {
  /**
   * Undefined if SNS signed this message, else why the signature is not accepted. Throws 503 if the certificate cannot be
   * fetched: SNS then sends the message again.
   */
  rejectionReason(envelope: SnsEnvelope): Promise<string | undefined>;
}

const MAX_CERTIFICATES = 20;
/** When a sender may try again after Amazon SNS gave no answer. */
export const RETRY_AFTER_SECONDS = 15;

/** Checks signatures of versions 1 and 2. Fetches certificates from Amazon SNS only, and caches them. */
export function createSnsVerifier(deps: { fetchText: FetchText; now: () => Date }): SnsVerifier {
  const certificates = new Map<string, Promise<X509Certificate>>();

  const certificateAt = (url: URL): Promise<X509Certificate> => {
    const cached = certificates.get(url.href);
    if (cached) return cached;
    const fetched = deps.fetchText(url).then((pem) => new X509Certificate(pem));
    if (certificates.size >= MAX_CERTIFICATES) certificates.delete(certificates.keys().next().value ?? "");
    certificates.set(url.href, fetched);
    // A failed fetch is not cached.
    fetched.catch(() => certificates.delete(url.href));
    return fetched;
  };

  return {
    async rejectionReason(envelope) {
      const digest = ownEntry(DIGEST_OF_VERSION, envelope.SignatureVersion);
      if (digest === undefined) return "the version of the signature is not known";
      const url = snsAddress(envelope.SigningCertURL);
      if (!url?.pathname.endsWith(".pem") || url.search !== "")
        return "the certificate is not at an address of Amazon SNS";
      const certificate = await certificateAt(url).catch((error: unknown) => {
        throw unavailable("The certificate of Amazon SNS could not be fetched", error, RETRY_AFTER_SECONDS);
      });
      try {
        const now = deps.now();
        if (now < new Date(certificate.validFrom) || now > new Date(certificate.validTo)) {
          return "the certificate is not valid at this time";
        }
        const signed = Buffer.from(snsStringToSign(envelope));
        const isValid = verify(digest, signed, certificate.publicKey, Buffer.from(envelope.Signature, "base64"));
        return isValid ? undefined : "the signature does not fit the message";
      } catch (error) {
        return `the signature could not be checked: ${coerceError(error).message.slice(0, 200)}`;
      }
    },
  };
}
