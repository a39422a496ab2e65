import { crc32 } from "node:zlib";
import { base62, randomBase62 } from "../../../platform/secrets.ts";

/** First part of each kind of opaque credential. */
export const KEY_PREFIX = {
  api_key: "orr",
  discovery_token: "orrd",
  refresh_token: "orrr",
  oauth_client_secret: "orrs",
  oauth_code: "orrc",
  oauth_refresh_token: "orro",
} as const;

export type OpaqueKind = keyof typeof KEY_PREFIX;

const RANDOM = 37;
const CHECKSUM = 6;
const FORM = new RegExp(`^(orr[cdors]?)_[a-z0-9]{1,16}_([0-9A-Za-z]{${RANDOM + CHECKSUM}})$`);
/** The kind of a credential by its first part. */
const KIND_OF = new Map(Object.entries(KEY_PREFIX).map(([kind, prefix]) => [prefix as string, kind as OpaqueKind]));

/**
 * A new credential `<prefix>_<environment>_<43 base62>` (section 5 of the interface specification, rule 3). Of the 43
 * characters 37 are random (220 bits) and 6 are a checksum of all before them, so that a mistyped or invented one is
 * refused without asking the store. The checksum guards nothing else: it holds no secret.
 */
export function makeKey(kind: OpaqueKind, environment: string): string {
  const body = `${KEY_PREFIX[kind]}_${environment}_${randomBase62(RANDOM)}`;
  return body + checksum(body);
}

/** The kind of a well-formed credential whose checksum is right; undefined for any other text. */
export function keyKind(text: string): OpaqueKind | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const body = text.slice(0, -CHECKSUM);
  return checksum(body) === text.slice(-CHECKSUM) ? kindOfPrefix(match[1]!) : undefined;
}

/** The kind whose credentials begin with this part. */
export function kindOfPrefix(prefix: string): OpaqueKind | undefined {
  return KIND_OF.get(prefix);
}

function checksum(body: string): string {
  return base62(crc32(body), CHECKSUM);
}
