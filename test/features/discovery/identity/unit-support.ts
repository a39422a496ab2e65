import { candidateOf } from "../../../../src/features/discovery/identity/decide-batch.ts";
import { factsOf, type HostFacts } from "../../../../src/features/discovery/identity/facts.ts";
import type { HostLike } from "../../../../src/features/discovery/identity/host-like.ts";
import type { Candidate } from "../../../../src/features/discovery/identity/view.ts";
import { identifiersOf } from "../../../../src/model/identifiers.ts";

export const SCANNER = "scanner-1";

/** Serial numbers, UUIDs and MAC addresses for tests: sound, and told apart by a number. */
export const serial = (n: number) => `SN-${n}-X`;
export const uuid = (n: number) => `4c4c4544-0034-3010-8048-${n.toString(16).padStart(12, "0")}`;
/** The same UUID as `uuid` gives, in the other byte order. */
export const turnedUuid = (n: number) => `44454c4c-3400-1030-8048-${n.toString(16).padStart(12, "0")}`;
/** Given out globally. */
export const mac = (n: number) => `00:1b:44:00:00:${n.toString(16).padStart(2, "0")}`;
/** Made up by a hypervisor. */
export const localMac = (n: number) => `52:54:00:aa:00:${n.toString(16).padStart(2, "0")}`;
export const ip = (n: number) => `192.0.2.${n}`;

export function facts(host: HostLike, scannerId = SCANNER): HostFacts {
  return factsOf(host, scannerId);
}

type CiOverrides = Partial<Candidate> & { scanner?: string };

/** A CI that an earlier sighting of `host` made. */
export function seen(ciId: string, host: HostLike, { scanner = SCANNER, ...overrides }: CiOverrides = {}): Candidate {
  return { ...candidateOf(factsOf(host, scanner), ciId, "2026-01-01T00:00:00.000Z"), ...overrides };
}

/** A CI that a person made. */
export function handMade(
  ciId: string,
  attributes: Record<string, unknown>,
  overrides: Partial<Candidate> = {},
): Candidate {
  const ci = { type: "server", name: `ci ${ciId}`, ...overrides };
  return {
    ciId,
    status: "active",
    deleted: false,
    createdAt: "2026-01-01T00:00:00.000Z",
    identifiers: identifiersOf({ type: ci.type, name: ci.name, attributes, customFields: {} }),
    ...ci,
  };
}
