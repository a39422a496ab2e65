import { isIdentifyingIp, normalizeInterfaceIp } from "./ip-addresses.ts";

/** Deepest nesting that is read; the interface accepts no deeper one. */
const MAX_DEPTH = 64;

const ADDRESS_KEYS = new Set(
  `ip_address ipAddress all_ip_addresses allIpAddresses ip_addresses ipAddresses ip`.split(" "),
);
/** Beside an address, in an object that lists addresses, these hold what is not the host's own. */
const OTHER_HOST_KEY = /mask|gateway|route|broadcast|network|subnet|dns|server|peer|remote|prefix|dhcp|ntp/i;

/** Most texts of a CI that are tried as JSON: a million that only begin like it would take seconds. */
const MAX_TEXTS = 1_000;

/**
 * Goes through a CI's fields to any depth, also through texts that are JSON, and hands over each address that stands
 * under a key which says that it is one. A text may hold several, parted by blanks, commas, semicolons or bars.
 * Addresses are normalised; loopback, link-local and their like are passed over.
 */
export function forEachAddress(fields: unknown, onAddress: (ip: string) => void): void {
  findAddressKeys({ onAddress, textsLeft: MAX_TEXTS }, fields, 0);
}

interface Search {
  readonly onAddress: (ip: string) => void;
  textsLeft: number;
}

/** Looks for keys of addresses. */
function findAddressKeys(state: Search, value: unknown, depth: number): void {
  const structure = structureWithin(state, value, depth);
  if (Array.isArray(structure)) {
    for (const item of structure) findAddressKeys(state, item, depth + 1);
  } else if (structure !== undefined) {
    for (const key of Object.keys(structure)) {
      (ADDRESS_KEYS.has(key) ? collectAddresses : findAddressKeys)(state, structure[key], depth + 1);
    }
  }
}

/** Everything below a key of addresses is one, but for what stands beside them: masks, gateways ... */
function collectAddresses(state: Search, value: unknown, depth: number): void {
  const structure = structureWithin(state, value, depth);
  if (Array.isArray(structure)) {
    for (const item of structure) collectAddresses(state, item, depth + 1);
  } else if (structure !== undefined) {
    for (const key of Object.keys(structure))
      if (!OTHER_HOST_KEY.test(key)) collectAddresses(state, structure[key], depth + 1);
  } else if (typeof value === "string") {
    for (const part of partsOf(value)) {
      const ip = normalizeInterfaceIp(part);
      if (ip !== undefined && isIdentifyingIp(ip)) state.onAddress(ip);
    }
  }
}

function structureWithin(state: Search, value: unknown, depth: number): Structure | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value !== "string") return structureOf(value);
  return looksLikeJson(value) && state.textsLeft-- > 0 ? structureOf(value) : undefined;
}

export type Structure = unknown[] | Record<string, unknown>;

/** An object or array, or the text of one in JSON. Only texts that begin like one are tried. */
export function structureOf(value: unknown): Structure | undefined {
  if (typeof value === "object") return value === null ? undefined : (value as Structure);
  if (typeof value !== "string" || !looksLikeJson(value)) return undefined;
  try {
    return JSON.parse(value) as Structure;
  } catch {
    return undefined; // a text that merely begins like JSON
  }
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
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
