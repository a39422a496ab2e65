import { isIdentifyingIp, normalizeInterfaceIp } from "./ip-addresses.ts";

/** Deepest nesting that is read; the API accepts no deeper one. */
const MAX_DEPTH = 64;

const ADDRESS_KEYS = new Set(
  `ip_address ipAddress all_ip_addresses allIpAddresses ip_addresses ipAddresses ip`.split(" "),
);
/** Keys in an object of addresses whose values belong to other hosts, or are no addresses (netmasks). */
const OTHER_HOST_KEY = /mask|gateway|route|broadcast|network|subnet|dns|server|peer|remote|prefix|dhcp|ntp/i;

/** Limit of texts of one CI that are parsed as JSON: a million texts that only begin like it would take seconds. */
const MAX_TEXTS = 1_000;

/**
 * Calls `onAddress` for each IP address under an address key (`ip_address` ...), at any depth and in texts that are JSON.
 * A text may hold several, separated by blanks, commas, semicolons or bars. Addresses are normalised; loopback, link-local
 * and other addresses that identify no host are skipped.
 */
export function forEachAddress(fields: unknown, onAddress: (ip: string) => void): void {
  findAddressKeys({ onAddress, textsLeft: MAX_TEXTS }, fields, 0);
}

interface Search {
  readonly onAddress: (ip: string) => void;
  textsLeft: number;
}

/** Searches for address keys. */
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

/** Reports every text below an address key, except under keys of netmasks, gateways and the like. */
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

/** The value itself if it is an object or array, or the parsed one of a JSON text. Parses only texts that begin like one. */
export function structureOf(value: unknown): Structure | undefined {
  if (typeof value === "object") return value === null ? undefined : (value as Structure);
  if (typeof value !== "string" || !looksLikeJson(value)) return undefined;
  try {
    return JSON.parse(value) as Structure;
  } catch {
    return undefined; // begins like JSON, but is none
  }
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** The texts of a field that holds one or a list; numbers are converted, because some scanners send serial numbers so. */
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

/** Splits a text at blanks, commas, semicolons and bars. */
export function partsOf(text: string): string[] {
  return /[\s,;|]/.test(text) ? text.split(/[\s,;|]+/) : [text];
}
