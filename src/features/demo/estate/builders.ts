import type { EstateCi, EstateLink, EstatePart } from "../demo.model.ts";

const DOMAIN = "example.com";

/** A machine, known by its full name and address. */
export function machine(name: string, type: string, ip: string, product: string, more: object = {}): EstateCi {
  return { name, type, attributes: { fqdn: `${name}.${DOMAIN}`, ip_address: ip, product, ...more } };
}

/** Software or a service that has no address of its own here. */
export function software(name: string, type: string, product: string, more: object = {}): EstateCi {
  return { name, type, attributes: { product, ...more } };
}

export function link(type: string, from: string, to: string, attributes: Record<string, unknown> = {}): EstateLink {
  return { type, from, to, attributes };
}

/** It needs each of these. */
export function needs(from: string, ...all: string[]): EstateLink[] {
  return all.map((to) => link("depends_on", from, to, { criticality: "high" }));
}

/** It can do without these. */
export function usesOptionally(from: string, ...all: string[]): EstateLink[] {
  return all.map((to) => link("depends_on", from, to, { criticality: "optional" }));
}

/** Any one of these is enough. */
export function needsOneOf(from: string, group: string, all: readonly string[], type = "depends_on"): EstateLink[] {
  return all.map((to) => link(type, from, to, { criticality: "high", redundancy_group: group }));
}

/** Names with numbers of two digits, the first 01. */
export function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name}-${String(i + 1).padStart(2, "0")}`);
}

export function mergeParts(...parts: readonly EstatePart[]): EstatePart {
  return { cis: parts.flatMap(({ cis }) => cis), links: parts.flatMap(({ links }) => links) };
}
