import type { EstateCi, EstateLink, EstatePart } from "../demo.model.ts";

const DOMAIN = "example.com";

/** A machine, identified by its full name and address. */
export function machine(name: string, type: string, ip: string, product: string, more: object = {}): EstateCi {
  return { name, type, attributes: { fqdn: `${name}.${DOMAIN}`, ip_address: ip, product, ...more } };
}

/** Software or a service without an address of its own. */
export function software(name: string, type: string, product: string, more: object = {}): EstateCi {
  return { name, type, attributes: { product, ...more } };
}

export function link(type: string, from: string, to: string, attributes: Record<string, unknown> = {}): EstateLink {
  return { type, from, to, attributes };
}

/** Dependencies of `from` on each of the given CIs. */
export function needs(from: string, ...all: string[]): EstateLink[] {
  return all.map((to) => link("depends_on", from, to, { criticality: "high" }));
}

/** Optional dependencies of `from` on the given CIs. */
export function usesOptionally(from: string, ...all: string[]): EstateLink[] {
  return all.map((to) => link("depends_on", from, to, { criticality: "optional" }));
}

/** Dependencies of `from` on a redundancy group: any one member is enough. */
export function needsOneOf(from: string, group: string, all: readonly string[], type = "depends_on"): EstateLink[] {
  return all.map((to) => link(type, from, to, { criticality: "high", redundancy_group: group }));
}

/** Names with two-digit numbers from 01 on. */
export function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name}-${String(i + 1).padStart(2, "0")}`);
}

export function mergeParts(...parts: readonly EstatePart[]): EstatePart {
  return { cis: parts.flatMap(({ cis }) => cis), links: parts.flatMap(({ links }) => links) };
}
