import { isIdentifyingIp, normalizeInterfaceIp } from "./ip-addresses.ts";

/** Deepest nesting that is read; the interface accepts no deeper one. */
const MAX_DEPTH = 64;

const ADDRESS_KEYS = new Set(
  `ip_address ipAddress all_ip_addresses allIpAddresses ip_addresses ipAddresses ip`.split(" "),
);
/** Beside an address, in an object that lists addresses, these hold what is not the host's own. */
const FOREIGN_KEY = /mask|gateway|route|broadcast|network|subnet|dns|server|peer|remote|prefix|dhcp|ntp/i;

/**
 * Goes through a CI's fields to any depth, also through texts that are JSON, and hands over each address that stands
 * under a key which says that it is one. A text may hold several, parted by blanks, commas, semicolons or bars.
 * Addresses are normalised; loopback, link-local and their like are passed over.
 */
export function eachAddress(value: unknown, found: (ip: string) => void, depth = 0): void {
  const structure = structureOf(value);
  if (structure === undefined || depth > MAX_DEPTH) return;
  if (Array.isArray(structure)) {
    for (const item of structure) eachAddress(item, found, depth + 1);
    return;
  }
  for (const key of Object.keys(structure)) {
    if (ADDRESS_KEYS.has(key)) eachListed(structure[key], found, depth + 1);
    else eachAddress(structure[key], found, depth + 1);
  }
}

/** Everything below a key of addresses is one, but for what stands beside them: masks, gateways ... */
function eachListed(value: unknown, found: (ip: string) => void, depth: number): void {
  if (depth > MAX_DEPTH) return;
  const structure = structureOf(value);
  if (Array.isArray(structure)) {
    for (const item of structure) eachListed(item, found, depth + 1);
  } else if (structure !== undefined) {
    for (const key of Object.keys(structure)) if (!FOREIGN_KEY.test(key)) eachListed(structure[key], found, depth + 1);
  } else if (typeof value === "string") {
    for (const part of partsOf(value)) {
      const ip = normalizeInterfaceIp(part);
      if (ip !== undefined && isIdentifyingIp(ip)) found(ip);
    }
  }
}

export type Structure = unknown[] | Record<string, unknown>;

/** An object or array, or the text of one in JSON. Only texts that begin like one are tried. */
export function structureOf(value: unknown): Structure | undefined {
  if (typeof value === "object") return value === null ? undefined : (value as Structure);
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value) as Structure;
  } catch {
    return undefined; // a text that merely begins like JSON
  }
}

/** The texts of a field that holds one or several; numbers count, since serial numbers are sent as such. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string") {
    const list = structureOf(value);
    return Array.isArray(list) ? list.flatMap(textOf) : [value];
  }
  return Array.isArray(value) ? value.flatMap(textOf) : textOf(value);
}

function textOf(value: unknown): string[] {
  return typeof value === "string" ? [value] : typeof value === "number" ? [String(value)] : [];
}

/** The members of a list in one text. */
export function partsOf(text: string): string[] {
  return /[\s,;|]/.test(text) ? text.split(/[\s,;|]+/) : [text];
}
