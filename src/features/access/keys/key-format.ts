import { crc32 } from "node:zlib";
import { base62, randomBase62 } from "../../../platform/secrets.ts";

/** Prefix of each kind of opaque credential. */
export const KEY_PREFIX = {
  api_key: "orr",
  discovery_token: "orrd",
  refresh_token: "orrr",
  oauth_client_secret: "orrs",
  oauth_code: "orrc",
  oauth_refresh_token: "orro",
} as const;

export type OpaqueKind = keyof typeof KEY_PREFIX;

/** Characters of a credential that are random: 220 bits. */
export const RANDOM_CHARACTERS = 37;
const CHECKSUM = 6;
const FORM = new RegExp(`^(orr[cdors]?)_[a-z0-9]{1,16}_([0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM}})$`);
/** Kind of credential by prefix. */
const KIND_OF = new Map(Object.entries(KEY_PREFIX).map(([kind, prefix]) => [prefix as string, kind as OpaqueKind]));

/**
 * Generates a credential `<prefix>_<environment>_<43 base62>` (section 5 of the interface specification, rule 3). 37 of
 * the 43 characters are random (220 bits); the last 6 are a checksum of everything before them, so that a mistyped or
 * invented one is refused without a query. The checksum is no security measure: it is not keyed.
 */
export function makeKey(
  kind: OpaqueKind,
  environment: string,
  random: string = randomBase62(RANDOM_CHARACTERS),
): string {
  const body = `${KEY_PREFIX[kind]}_${environment}_${random}`;
  return body + checksum(body);
}

/** The kind of a well-formed credential with a correct checksum; else undefined. */
export function keyKind(text: string): OpaqueKind | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const body = text.slice(0, -CHECKSUM);
  return checksum(body) === text.slice(-CHECKSUM) ? kindOfPrefix(match[1]!) : undefined;
}

/** The kind of credential with this prefix. */
export function kindOfPrefix(prefix: string): OpaqueKind | undefined {
  return KIND_OF.get(prefix);
}

function checksum(body: string): string {
  return base62(crc32(body), CHECKSUM);
}
