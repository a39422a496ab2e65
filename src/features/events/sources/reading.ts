import { createHash } from "node:crypto";
import { z } from "zod";
import { normalizeFqdn, normalizeHostname, normalizeIp } from "../../../model/identifiers.ts";
import { isInCalendar } from "../../../platform/clock.ts";
import { type HostNames, type IncomingEvent, LONGEST } from "../event.model.ts";

/** What senders write where they know nothing, templates that were not filled in among it. */
const NOTHING = /^(?:null|undefined|n\/a|none|\*unknown\*|<no value>|\{[A-Z][A-Z0-9_.]*\}|\$[A-Z_]+\$?)$/i;
const MAX_MEMBERS = 100;
const LONGEST_VALUE = 2_000;

/** Text of a value, trimmed and no longer than that; undefined for what is empty or no text, number or truth value. */
export function textOf(value: unknown, longest: number = LONGEST_VALUE): string | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  const text = String(value).slice(0, longest).toWellFormed().replaceAll("\0", "").trim();
  return text === "" ? undefined : text;
}

/** The same, undefined also for what only says that nothing is known. */
export function factOf(value: unknown, longest?: number): string | undefined {
  const text = textOf(value, longest);
  return text === undefined || NOTHING.test(text) ? undefined : text;
}

/** A member of a message that is a text or says so; never a fault, whatever stands there. */
export const field = (longest?: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => textOf(value, longest));

/** An object of texts; anything else in it is left out. */
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

/** An object of numbers; anything else in it is left out. */
export const numbers = z
  .unknown()
  .optional()
  .transform((value): Record<string, number> => {
    const found = Object.entries(isRecord(value) ? value : {}).slice(0, MAX_MEMBERS);
    return Object.fromEntries(found.filter((entry): entry is [string, number] => Number.isFinite(entry[1])));
  });

/** A table's entry under a name that senders chose: names that every object inherits are none of the table's. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A moment written as ISO 8601, its offset with or without a colon. The year 1 stands for none. */
export function timeOf(value: unknown): Date | null {
  const text = textOf(value, 64)?.replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
  if (text === undefined || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return null;
  return momentOf(Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`));
}

/** A moment given in seconds or, with `perSecond` 1,000, in milliseconds since 1970. */
export function timeOfEpoch(value: unknown, perSecond: 1 | 1_000 = 1): Date | null {
  const text = textOf(value, 64);
  return text !== undefined && /^\d{1,16}(?:\.\d{1,12})?$/.test(text)
    ? momentOf(Math.round((Number(text) * 1_000) / perSecond))
    : null;
}

function momentOf(ms: number): Date | null {
  return Number.isFinite(ms) && isInCalendar(ms) && new Date(ms).getUTCFullYear() > 1 ? new Date(ms) : null;
}

const NO_HOST: HostNames = { hostname: null, fqdn: null, ipAddress: null };

/** Which host the first of the texts names that names any: an address, a full name or a short one; without port or scheme. */
export function hostOf(...candidates: (string | undefined)[]): HostNames {
  for (const text of candidates) {
    const names = text === undefined ? undefined : namesIn(text);
    if (names) return names;
  }
  return NO_HOST;
}

function namesIn(text: string): HostNames | undefined {
  const bare = text
    .slice(0, LONGEST.host * 2)
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

/** Adds the address that a source gives beside the name. */
export function withAddress(names: HostNames, address: string | undefined): HostNames {
  return { ...names, ipAddress: names.ipAddress ?? (address === undefined ? null : (normalizeIp(address) ?? null)) };
}

/** One text for the parts of an identity, which no other parts give; what is too long is told by its digest. */
export function identityOf(...parts: readonly (string | undefined)[]): string {
  const text = parts
    .filter((part) => part !== undefined)
    .map((part) => part.replaceAll("%", "%25").replaceAll("!", "%21"))
    .join("!");
  return boundIdentity(text);
}

/** An identity as the source gives it. */
export function boundIdentity(text: string): string {
  if (text.length <= LONGEST.sourceId) return text;
  return `${text.slice(0, 400).toWellFormed()}#${createHash("sha256").update(text).digest("hex")}`;
}

/** Members by their names without case, blanks and signs: administrators choose the names, and macros come in their own. */
export function byPlainName(body: Record<string, unknown>, prefix = ""): (name: string) => string | undefined {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(body)) {
    const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
    const key = prefix !== "" && plain.startsWith(prefix) ? plain.slice(prefix.length) : plain;
    if (!values.has(key)) values.set(key, value);
  }
  return (name) => factOf(values.get(name), LONGEST.description);
}

/** What a context keeps: members that are known. */
export function known(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== undefined && !(isRecord(value) && Object.keys(value).length === 0),
    ),
  );
}

/** An event with what every adapter leaves out by default. */
export function incoming(
  members: Pick<IncomingEvent, "title" | "severity" | "status"> & Partial<IncomingEvent>,
): IncomingEvent {
  const title = textOf(members.title, LONGEST.title) ?? "Event";
  const description = textOf(members.description, LONGEST.description) ?? null;
  return { sourceId: null, ...NO_HOST, occurredAt: null, metrics: {}, context: {}, ...members, title, description };
}
