import { areClones, containerConflict, isKeyCopied, oneHoldsAll } from "./guards.ts";
import { type Agreement, type Comparison, compare, type View } from "./view.ts";

/**
 * 0 source key, 1 serial number and UUID, 2 serial number, 3 UUID and a second fact, 4 MAC address and a second
 * fact, 5 full name or host name, 6 address alone.
 */
export type RuleNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** What agreed, by kind: `source_key`, `serial`, `uuid`, `mac`, `fqdn`, `hostname`, `ip`, `os`. */
export type Matched = Readonly<Record<string, string>>;

/** Result of comparing an observed host with a CI. */
export type Verdict =
  | {
      readonly rule: RuleNumber;
      /** Finer order within a rule, smaller is stronger: a full name before a host name. */
      readonly grade: number;
      readonly matched: Matched;
      /** Strong identifiers that differ despite the match. */
      readonly conflicts: readonly string[];
    }
  | { readonly rule: null; readonly why: string; readonly clone: boolean };

interface Pair {
  readonly host: View;
  readonly ci: View;
  readonly c: Comparison;
}

type Outcome =
  | { readonly matched: Matched; readonly grade?: number }
  | { readonly blocked: string; readonly clone?: true }
  | undefined;

/** Applies the guards, then the rules, strongest first. */
export function judge(host: View, ci: View): Verdict {
  const c = compare(host, ci);
  const containers = containerConflict(host, ci, c);
  if (containers !== undefined) return { rule: null, why: containers, clone: false };
  const agreeing = STRONG.filter(([, kind]) => c[kind].is === "agree").map(([label]) => label);
  if (agreeing.length > 0 && areClones(c)) {
    const why = `clone: same ${agreeing.join(" and ")}, but another host name and no common MAC address`;
    return { rule: null, why, clone: true };
  }
  return firstRule({ host, ci, c });
}

function firstRule(pair: Pair): Verdict {
  const blocked: string[] = [];
  let clone = false;
  for (const [rule, apply] of RULES) {
    const outcome = apply(pair);
    if (outcome === undefined) continue;
    if ("matched" in outcome) {
      return { rule, grade: outcome.grade ?? 0, matched: outcome.matched, conflicts: conflictsOf(pair) };
    }
    blocked.push(outcome.blocked);
    clone ||= outcome.clone === true;
  }
  return { rule: null, why: blocked.join("; ") || "nothing that identifies a host agrees", clone };
}

const STRONG = [
  ["source key", "sourceKey"],
  ["serial number", "serial"],
  ["UUID", "uuid"],
] as const satisfies readonly (readonly [string, keyof Comparison])[];

const RULES: readonly (readonly [RuleNumber, (pair: Pair) => Outcome])[] = [
  [0, bySourceKey],
  [1, bySerialAndUuid],
  [2, bySerial],
  [3, byUuid],
  [4, byMac],
  [5, byName],
  [6, byAddressAlone],
];

function bySourceKey({ c }: Pair): Outcome {
  if (c.sourceKey.is !== "agree") return undefined;
  if (isKeyCopied(c)) {
    return { blocked: "clone: same source key, but other hardware and another host name", clone: true };
  }
  return { matched: matchedOf(c, ["source_key"]) };
}

function bySerialAndUuid({ c }: Pair): Outcome {
  return c.serial.is === "agree" && c.uuid.is === "agree" ? { matched: matchedOf(c, ["serial", "uuid"]) } : undefined;
}

function bySerial({ c }: Pair): Outcome {
  return c.serial.is === "agree" ? { matched: matchedOf(c, ["serial"]) } : undefined;
}

function byUuid(pair: Pair): Outcome {
  const { c } = pair;
  if (c.uuid.is !== "agree") return undefined;
  if (c.serial.is === "differ") return { blocked: "the UUID agrees, but the serial number differs" };
  const second = secondFacts(pair, "uuids", ["hostname", "fqdn", "mac", "os"]);
  if (second === undefined) {
    return { blocked: "the UUID agrees, but no second fact (host name, MAC address, operating system)" };
  }
  return { matched: matchedOf(c, ["uuid", ...second]) };
}

function byMac(pair: Pair): Outcome {
  const { host, ci, c } = pair;
  if (c.globalMac.is !== "agree") return undefined;
  const veto = vetoOf(c, ["serial", "uuid"]);
  if (veto) return { blocked: `a MAC address agrees, but ${veto}` };
  if (c.name.is === "differ" && !oneHoldsAll(host.globalMacs, ci.globalMacs)) {
    return { blocked: "a MAC address agrees as a docking station's would: other host name, other adapters" };
  }
  const second = secondFacts(pair, "macs", ["hostname", "fqdn", "os"]);
  if (second === undefined) {
    return { blocked: "a MAC address agrees, but neither host name nor operating system does" };
  }
  return { matched: { mac: c.globalMac.value, ...matchedOf(c, second) } };
}

/**
 * No stronger identifier may differ. MAC addresses count as different only if the IP addresses differ too: a host with a
 * replaced adapter keeps its name and its address.
 */
function byName({ host, ci, c }: Pair): Outcome {
  const by = c.fqdn.is === "agree" ? "fqdn" : c.hostname.is === "agree" ? "hostname" : undefined;
  if (by === undefined) return undefined;
  const label = by === "fqdn" ? "full name" : "host name";
  const veto =
    vetoOf(c, ["sourceKey", "serial", "uuid"]) ??
    (c.globalMac.is === "differ" && c.ip.is !== "agree"
      ? "neither a MAC address nor an address is common"
      : undefined) ??
    (by === "hostname" && c.fqdn.is === "differ" ? "the full name differs" : undefined) ??
    (host.container && c.sourceKey.is !== "agree" && host.sourceKeys.size > 0 && ci.sourceKeys.size > 0
      ? "another scanner knows a container of that name"
      : undefined);
  if (veto) return { blocked: `the ${label} agrees, but ${veto}` };
  return { matched: matchedOf(c, [by]), grade: by === "fqdn" ? 0 : 1 };
}

function byAddressAlone({ ci, c }: Pair): Outcome {
  if (c.ip.is !== "agree") return undefined;
  if (ci.serials.size + ci.uuids.size + ci.globalMacs.size + ci.fqdns.size + ci.hostnames.size > 0) {
    return { blocked: "an address agrees, but the CI is known by more than its address" };
  }
  const veto = vetoOf(c, ["sourceKey"]) ?? (c.mac.is === "differ" ? "the MAC addresses differ" : undefined);
  return veto ? { blocked: `an address agrees, but ${veto}` } : { matched: matchedOf(c, ["ip"]) };
}

const VETOES = {
  sourceKey: "the scanner knows it under another key",
  serial: "the serial number differs",
  uuid: "the UUID differs",
} as const;

function vetoOf(c: Comparison, kinds: readonly (keyof typeof VETOES)[]): string | undefined {
  const differing = kinds.find((kind) => c[kind].is === "differ");
  return differing && VETOES[differing];
}

/**
 * The facts that agree besides an identifier of that kind; undefined if a second fact is needed and none agrees. An IP
 * address is no second fact, because a DHCP lease follows the MAC address to another host. It counts only between sides
 * that never reported more: a device that answers a sweep with its MAC address alone would be new each time.
 */
function secondFacts({ host, ci, c }: Pair, kind: "uuids" | "macs", kinds: readonly Kind[]): Kind[] | undefined {
  const second = agreeing(c, kinds);
  if (second.length > 0) return second;
  if (!isBare(host, kind) || !isBare(ci, kind)) return undefined;
  if (c.ip.is === "agree") return ["ip"];
  return host.ips.size + ci.ips.size === 0 ? [] : undefined;
}

/** Whether only values of that kind and IP addresses are known of a side. */
function isBare(view: View, kind: "uuids" | "macs"): boolean {
  const others = [view.serials, view.hostnames, view.fqdns, kind === "uuids" ? view.macs : view.uuids];
  return others.every((values) => values.size === 0) && view.osFamily === undefined;
}

const AGREEMENTS = {
  source_key: "sourceKey",
  serial: "serial",
  uuid: "uuid",
  mac: "mac",
  fqdn: "fqdn",
  hostname: "hostname",
  ip: "ip",
  os: "os",
} as const satisfies Record<string, keyof Comparison>;

type Kind = keyof typeof AGREEMENTS;

function agreeing(c: Comparison, kinds: readonly Kind[]): Kind[] {
  return kinds.filter((kind) => c[AGREEMENTS[kind]].is === "agree");
}

function matchedOf(c: Comparison, kinds: readonly Kind[]): Matched {
  const matched: Record<string, string> = {};
  for (const kind of kinds) {
    const agreement: Agreement = c[AGREEMENTS[kind]];
    if (agreement.is === "agree") matched[kind] = agreement.value;
  }
  return matched;
}

function conflictsOf({ host, ci, c }: Pair): string[] {
  const conflicts: string[] = [];
  if (c.serial.is === "differ") conflicts.push(conflict("serial number", ci.serials, host.serials));
  if (c.uuid.is === "differ") conflicts.push(conflict("UUID", ci.uuids, host.uuids));
  return conflicts;
}

function conflict(what: string, known: ReadonlySet<string>, seen: ReadonlySet<string>): string {
  return `${what} differs: the CI has ${[...known].sort().join(", ")}, the host reports ${[...seen].sort().join(", ")}`;
}
