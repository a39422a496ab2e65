import {
  compareIdentifiers,
  type Identifier,
  identifierKey,
  isIdentifyingIp,
  isQualified,
  nameIdentifier,
  nameKey,
  normalizeFqdn,
  normalizeHostname,
  normalizeIp,
} from "../../model/identifiers.ts";
import { compare } from "../../model/order.ts";
import type { HostNames } from "./event.model.ts";
import type { CandidateRow } from "./events.graph.store.ts";

/** Kinds of host keys, by which an event without CI finds its CI later. */
export type HostKeyKind = "fqdn" | "hostname" | "ip";
export interface HostKey {
  kind: HostKeyKind;
  value: string;
}

/** CI types that are hosts: a CI of such a type made by hand under the host's name is that host. */
const HOST_TYPES = ["server", "virtual_machine", "workstation", "network_device", "storage", "container"];

/** Normalised host keys of a host's names and address. A full name also gives its first label as `hostname`. */
export function hostKeysOf({ hostname, fqdn, ipAddress }: HostNames): HostKey[] {
  const found = new Map<string, HostKey>();
  const add = (kind: HostKeyKind, value: string | undefined) => {
    if (value !== undefined) found.set(`${kind} ${value}`, { kind, value });
  };
  for (const name of [fqdn, hostname]) {
    if (name === null) continue;
    add("fqdn", normalizeFqdn(name));
    add("hostname", normalizeHostname(name));
  }
  for (const text of [ipAddress, hostname]) {
    const ip = text === null ? undefined : normalizeIp(text);
    if (ip !== undefined && isIdentifyingIp(ip)) add("ip", ip);
  }
  return [...found.values()];
}

/** Host keys as identifiers of CIs, sorted, without duplicates. */
export function identifiersOfKeys(keys: readonly HostKey[]): Identifier[] {
  return sortUnique(keys.map(({ kind, value }) => ({ kind, value })));
}

/** Name identifiers of hosts made by hand under these names, sorted, without duplicates. Several per name, so query them last. */
export function nameIdentifiersOfKeys(keys: readonly HostKey[]): Identifier[] {
  const names = keys.filter(({ kind }) => kind !== "ip");
  return sortUnique(names.flatMap(({ value }) => HOST_TYPES.flatMap((type) => nameIdentifier(type, value) ?? [])));
}

function sortUnique(identifiers: readonly Identifier[]): Identifier[] {
  return [...new Map(identifiers.map((identifier) => [identifierKey(identifier), identifier])).values()].sort(
    compareIdentifiers,
  );
}

/** Host keys that match these identifiers of a CI. */
export function hostKeysOfIdentifiers(identifiers: readonly Identifier[]): HostKey[] {
  return identifiers.flatMap(({ kind, value }): HostKey[] => {
    if (kind === "fqdn" || kind === "hostname" || kind === "ip") return [{ kind, value }];
    const [type = "", name = ""] = kind === "name" ? value.split(/\|(.*)/s) : [];
    if (!HOST_TYPES.includes(type)) return [];
    return hostKeysOf({ hostname: name, fqdn: null, ipAddress: null });
  });
}

const WEIGHT_OF_KIND: Readonly<Record<string, number>> = { fqdn: 8, hostname: 4, ip: 1 };
/** Weight of a CI whose own name is the host's, added however the CI was found. */
const NAME_WEIGHT = 2;

/** A CI with at least this score beats every CI that is found by its name alone. */
export const CERTAIN_SCORE = WEIGHT_OF_KIND.hostname ?? 0;

export interface Choice {
  row: CandidateRow;
  score: number;
}

/**
 * Chooses the CI with the highest score over all host keys; undefined if none matches. A CI with another full name is not
 * found by a first label that both share.
 * @param rowsOf the CIs that hold an identifier; best first
 */
export function chooseCi(
  keys: readonly HostKey[],
  rowsOf: (identifier: Identifier) => readonly CandidateRow[],
): Choice | undefined {
  const fullNames = keys.flatMap(({ kind, value }) => (kind === "fqdn" && isQualified(value) ? [value] : []));
  const names = new Set(keys.flatMap(({ kind, value }) => (kind === "ip" ? [] : [nameKey(value)])));
  const scores = new Map<string, Choice & { rank: number }>();
  for (const identifier of [...identifiersOfKeys(keys), ...nameIdentifiersOfKeys(keys)]) {
    rowsOf(identifier).forEach((row, rank) => {
      if (identifier.kind === "hostname" && hasOtherFqdn(row, fullNames)) return;
      const isNamed = HOST_TYPES.includes(row.type) && names.has(row.nameKey);
      const known = scores.get(row.id) ?? { row, score: isNamed ? NAME_WEIGHT : 0, rank };
      known.score += WEIGHT_OF_KIND[identifier.kind] ?? 0;
      known.rank = Math.min(known.rank, rank);
      scores.set(row.id, known);
    });
  }
  return [...scores.values()].sort((a, b) => b.score - a.score || a.rank - b.rank || compare(a.row.id, b.row.id))[0];
}

/**
 * The full name that decides the choice if one CI alone holds it: for a host of one name and at most one address, the other
 * keys together weigh less. Undefined if the host has more names or addresses, or no full name.
 */
export function decisiveFqdn(keys: readonly HostKey[]): string | undefined {
  const [fqdn, ...others] = keys.filter(({ kind }) => kind === "fqdn");
  const hasAtMostOne = (kind: HostKeyKind) => keys.filter((key) => key.kind === kind).length <= 1;
  return others.length === 0 && hasAtMostOne("hostname") && hasAtMostOne("ip") ? fqdn?.value : undefined;
}

function hasOtherFqdn({ fqdns }: CandidateRow, fullNames: readonly string[]): boolean {
  const ciFqdns = fqdns.filter(isQualified);
  return fullNames.length > 0 && ciFqdns.length > 0 && !ciFqdns.some((fqdn) => fullNames.includes(fqdn));
}
