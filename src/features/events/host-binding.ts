import {
  compareIdentifiers,
  type Identifier,
  identifierKey,
  isIdentifyingIp,
  isQualified,
  nameIdentifier,
  normalizeFqdn,
  normalizeHostname,
  normalizeIp,
} from "../../model/identifiers.ts";
import type { HostNames } from "./event.model.ts";
import type { CandidateRow } from "./graph.store.ts";

/** By what an event waits for its CI. */
export type WaitKind = "fqdn" | "hostname" | "ip";
export interface Wait {
  kind: WaitKind;
  value: string;
}

/** Types that are hosts: a CI of these that was made by hand under the host's name is the host, whatever else it holds. */
const HOST_TYPES = ["server", "virtual_machine", "workstation", "network_device", "storage", "container"];

/** What the names of a host are looked up by, normalised. A full name stands for its first label too. */
export function waitsOf({ hostname, fqdn, ipAddress }: HostNames): Wait[] {
  const found = new Map<string, Wait>();
  const add = (kind: WaitKind, value: string | undefined) => {
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

/** The same as identifiers of CIs, sorted: also as the name of a host. */
export function identifiersOfWaits(waits: readonly Wait[]): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const { kind, value } of waits) {
    const named = kind === "ip" ? [] : HOST_TYPES.map((type) => nameIdentifier(type, value));
    for (const one of [{ kind, value }, ...named]) if (one) found.set(identifierKey(one), one);
  }
  return [...found.values()].sort(compareIdentifiers);
}

/** What events may be waiting for that these identifiers of a CI answer. */
export function answeredBy(identifiers: readonly Identifier[]): Wait[] {
  return identifiers.flatMap(({ kind, value }): Wait[] => {
    if (kind === "fqdn" || kind === "hostname" || kind === "ip") return [{ kind, value }];
    const [type = "", name = ""] = kind === "name" ? value.split(/\|(.*)/s) : [];
    if (!HOST_TYPES.includes(type)) return [];
    return waitsOf({ hostname: name, fqdn: null, ipAddress: null });
  });
}

const WEIGHT: Readonly<Record<string, number>> = { fqdn: 8, hostname: 4, name: 2, ip: 1 };

/**
 * Which CI the host is: the one that the most telling of its names and addresses lead to; undefined where none does. A CI
 * that has another full name is not found by the first label that both share.
 */
export function chooseCi(names: HostNames, rowsOf: (identifier: Identifier) => readonly CandidateRow[]) {
  const waits = waitsOf(names);
  const fullNames = waits.flatMap(({ kind, value }) => (kind === "fqdn" && isQualified(value) ? [value] : []));
  const scores = new Map<string, { row: CandidateRow; score: number; place: number }>();
  for (const identifier of identifiersOfWaits(waits)) {
    rowsOf(identifier).forEach((row, place) => {
      if (identifier.kind === "hostname" && isOther(row, fullNames)) return;
      const known = scores.get(row.id) ?? { row, score: 0, place };
      known.score += WEIGHT[identifier.kind] ?? 0;
      known.place = Math.min(known.place, place);
      scores.set(row.id, known);
    });
  }
  return [...scores.values()].sort(
    (a, b) => b.score - a.score || a.place - b.place || (a.row.id < b.row.id ? -1 : 1),
  )[0]?.row;
}

function isOther({ fqdns }: CandidateRow, fullNames: readonly string[]): boolean {
  const own = fqdns.filter(isQualified);
  return fullNames.length > 0 && own.length > 0 && !own.some((fqdn) => fullNames.includes(fqdn));
}
