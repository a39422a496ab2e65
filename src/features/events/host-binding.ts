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

/** The same as identifiers of CIs, sorted, each once. */
export function identifiersOfWaits(waits: readonly Wait[]): Identifier[] {
  return sortedOnce(waits.map(({ kind, value }) => ({ kind, value })));
}

/** Those of hosts that were made by hand under these names, sorted, each once. Many for each: to be asked for last. */
export function nameIdentifiersOfWaits(waits: readonly Wait[]): Identifier[] {
  const names = waits.filter(({ kind }) => kind !== "ip");
  return sortedOnce(names.flatMap(({ value }) => HOST_TYPES.flatMap((type) => nameIdentifier(type, value) ?? [])));
}

function sortedOnce(identifiers: readonly Identifier[]): Identifier[] {
  return [...new Map(identifiers.map((one) => [identifierKey(one), one])).values()].sort(compareIdentifiers);
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

const WEIGHT: Readonly<Record<string, number>> = { fqdn: 8, hostname: 4, ip: 1 };
/** Of a CI that has the host's name for its own; it may be found in another way, and has it all the same. */
const NAME_WEIGHT = 2;

/** A CI that has at least so much is not surpassed by one that is found by its name alone. */
export const CERTAIN = WEIGHT.hostname ?? 0;

export interface Choice {
  row: CandidateRow;
  score: number;
}

/**
 * Which CI the host is: the one that the most telling of its names and addresses lead to; undefined where none does. A CI
 * that has another full name is not found by the first label that both share.
 * @param rowsOf what was found by an identifier; best first
 */
export function chooseCi(
  waits: readonly Wait[],
  rowsOf: (identifier: Identifier) => readonly CandidateRow[],
): Choice | undefined {
  const fullNames = waits.flatMap(({ kind, value }) => (kind === "fqdn" && isQualified(value) ? [value] : []));
  const names = new Set(waits.flatMap(({ kind, value }) => (kind === "ip" ? [] : [nameKey(value)])));
  const scores = new Map<string, Choice & { place: number }>();
  for (const identifier of [...identifiersOfWaits(waits), ...nameIdentifiersOfWaits(waits)]) {
    rowsOf(identifier).forEach((row, place) => {
      if (identifier.kind === "hostname" && isOther(row, fullNames)) return;
      const isNamed = HOST_TYPES.includes(row.type) && names.has(row.nameKey);
      const known = scores.get(row.id) ?? { row, score: isNamed ? NAME_WEIGHT : 0, place };
      known.score += WEIGHT[identifier.kind] ?? 0;
      known.place = Math.min(known.place, place);
      scores.set(row.id, known);
    });
  }
  return [...scores.values()].sort((a, b) => b.score - a.score || a.place - b.place || compare(a.row.id, b.row.id))[0];
}

/**
 * The full name that settles the matter where one CI alone holds it: nothing that a host of one name and at most one
 * address is found by besides weighs as much together. Undefined where there is none such.
 */
export function decisiveName(waits: readonly Wait[]): string | undefined {
  const [fqdn, ...others] = waits.filter(({ kind }) => kind === "fqdn");
  const isOne = (kind: WaitKind) => waits.filter((wait) => wait.kind === kind).length <= 1;
  return others.length === 0 && isOne("hostname") && isOne("ip") ? fqdn?.value : undefined;
}

function isOther({ fqdns }: CandidateRow, fullNames: readonly string[]): boolean {
  const own = fqdns.filter(isQualified);
  return fullNames.length > 0 && own.length > 0 && !own.some((fqdn) => fullNames.includes(fqdn));
}
