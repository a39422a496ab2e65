import { normalizeInterfaceIp } from "../../model/identifiers.ts";

/** Names of fields that hold a CI's own addresses, at any depth, in lists and in JSON texts. */
export const IP_FIELDS = [
  "ip_address",
  "ipAddress",
  "all_ip_addresses",
  "allIpAddresses",
  "ip_addresses",
  "ipAddresses",
  "ip",
] as const;

const MAX_DEPTH = 64;
const MAX_PATHS = 100;

/** Dotted paths of the values that equal this normalised address, including lists and nested JSON. */
export function addressPaths(value: unknown, ip: string, path: string): string[] {
  const found: string[] = [];
  walk(value, ip, path, 0, found);
  return found;
}

function walk(value: unknown, ip: string, path: string, depth: number, found: string[]): void {
  if (depth > MAX_DEPTH || found.length >= MAX_PATHS) return;
  if (typeof value === "string") {
    const inner = parsed(value);
    if (inner !== undefined) walk(inner, ip, path, depth + 1, found);
    else if (value.split(/[\s,;|]+/).some((part) => normalizeInterfaceIp(part) === ip)) found.push(path);
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) walk(item, ip, `${path}.${key}`, depth + 1, found);
  }
}

function parsed(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined; // a text that merely begins like JSON
  }
}
