import { createHash } from "node:crypto";
import { z } from "zod";
import { normalizeFqdn, normalizeHostname, normalizeIp } from "../../../model/identifiers.ts";
import { isInCalendar } from "../../../platform/clock.ts";
import { EVENT_LIMITS, type HostNames, type IncomingEvent } from "../event.model.ts";

/** Placeholders for a missing value, such as `n/a` and template variables that were not filled in. */
const PLACEHOLDER = /^(?:null|undefined|n\/a|none|\*unknown\*|<no value>|\{[A-Z][A-Z0-9_.]*\}|\$[A-Z_]+\$?)$/i;
const MAX_MEMBERS = 100;
const MAX_VALUE_LENGTH = 2_000;

/** Text of a string, number or boolean, trimmed and cut to `longest` characters; undefined for other or empty values. */
export function textOf(value: unknown, longest: number = MAX_VALUE_LENGTH): string | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  const text = String(value).slice(0, longest).toWellFormed().replaceAll("\0", "").trim();
  return text === "" ? undefined : text;
}

/** As `textOf`, but undefined also for placeholders. */
export function knownTextOf(value: unknown, longest?: number): string | undefined {
  const text = textOf(value, longest);
  return text === undefined || PLACEHOLDER.test(text) ? undefined : text;
}

/** Schema of an optional text member; accepts any value, as `textOf` reads it. */
export const field = (longest?: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => textOf(value, longest));

/** Schema of an object of texts; other members are left out. */
export const texts = z
  .unknown()
  .optional()
  .transform((value): Record<string, string> => {
    const found: Record<string, string> = {};
    for (const [name, inner] of Object.entries(isRecord(value) ? value : {}).slice(0, MAX_MEMBERS)) {
      const text = textOf(inner);
      if (text !== undefined) found[name.slice(0, 200).toWellFormed()] = text;
    }
    return found;
  });

/** Schema of an object of numbers; other members are left out. */
export const numbers = z
  .unknown()
  .optional()
  .transform((value): Record<string, number> => {
    const found = Object.entries(isRecord(value) ? value : {}).slice(0, MAX_MEMBERS);
    return Object.fromEntries(found.filter((entry): entry is [string, number] => Number.isFinite(entry[1])));
  });

/** Entry of a table under a name that senders choose; undefined for names that every object inherits. */
export function ownEntry<T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Time from ISO 8601 text, its offset with or without a colon. Null if unreadable, and for the year 1, which means none. */
export function timeOf(value: unknown): Date | null {
  const text = textOf(value, 64)?.replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
  if (text === undefined || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return null;
  return dateOf(Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`));
}

/** Time from seconds or, with `perSecond` 1,000, milliseconds since 1970; null if unreadable. */
export function timeOfEpoch(value: unknown, perSecond: 1 | 1_000 = 1): Date | null {
  const text = textOf(value, 64);
  return text !== undefined && /^\d{1,16}(?:\.\d{1,12})?$/.test(text)
    ? dateOf(Math.round((Number(text) * 1_000) / perSecond))
    : null;
}

function dateOf(ms: number): Date | null {
  return Number.isFinite(ms) && isInCalendar(ms) && new Date(ms).getUTCFullYear() > 1 ? new Date(ms) : null;
}

const NO_HOST: HostNames = { hostname: null, fqdn: null, ipAddress: null };

/** Host of the first text that is an IP address, full name or short name; port and scheme are ignored. */
export function hostOf(...candidates: (string | undefined)[]): HostNames {
  for (const text of candidates) {
    const names = text === undefined ? undefined : parseHost(text);
    if (names) return names;
  }
  return NO_HOST;
}

function parseHost(text: string): HostNames | undefined {
  const bare = text
    .slice(0, EVENT_LIMITS.host * 2)
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "");
  const host = normalizeIp(bare) === undefined ? bare.replace(/:\d{1,5}$/, "") : bare;
  const ipAddress = normalizeIp(host);
  if (ipAddress !== undefined) return { ...NO_HOST, ipAddress };
  const fqdn = normalizeFqdn(host);
  if (fqdn !== undefined) return { ...NO_HOST, fqdn };
  const hostname = normalizeHostname(host);
  return hostname === undefined ? undefined : { ...NO_HOST, hostname };
}

/** Adds the address that a source gives in addition to the name. */
export function withAddress(names: HostNames, address: string | undefined): HostNames {
  return { ...names, ipAddress: names.ipAddress ?? (address === undefined ? null : (normalizeIp(address) ?? null)) };
}

/** Joins the parts of an identity unambiguously; a text that is too long ends in its digest. */
export function identityOf(...parts: readonly (string | undefined)[]): string {
  const text = parts
    .filter((part) => part !== undefined)
    .map((part) => part.replaceAll("%", "%25").replaceAll("!", "%21"))
    .join("!");
  return limitIdentity(text);
}

/** An identity of the source, cut to its beginning and a digest if it is too long. */
export function limitIdentity(text: string): string {
  if (text.length <= EVENT_LIMITS.sourceId) return text;
  return `${text.slice(0, 400).toWellFormed()}#${createHash("sha256").update(text).digest("hex")}`;
}

/** Returns a reader of members by name without case, blanks and signs: administrators choose the names. */
export function readerByPlainName(body: Record<string, unknown>, prefix = ""): (name: string) => string | undefined {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(body)) {
    const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
    const key = prefix !== "" && plain.startsWith(prefix) ? plain.slice(prefix.length) : plain;
    if (!values.has(key)) values.set(key, value);
  }
  return (name) => knownTextOf(values.get(name), EVENT_LIMITS.description);
}

/** Members of a context without undefined values and empty objects. */
export function knownMembers(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== undefined && !(isRecord(value) && Object.keys(value).length === 0),
    ),
  );
}

/** An event with defaults for the members that a parser leaves out. */
export function incomingEvent(
  members: Pick<IncomingEvent, "title" | "severity" | "status"> & Partial<IncomingEvent>,
): IncomingEvent {
  const title = textOf(members.title, EVENT_LIMITS.title) ?? "Event";
  const description = textOf(members.description, EVENT_LIMITS.description) ?? null;
  return { sourceId: null, ...NO_HOST, occurredAt: null, metrics: {}, context: {}, ...members, title, description };
}
