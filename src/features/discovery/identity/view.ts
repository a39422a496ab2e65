import { type Identifier, isGlobalMac, isQualified } from "../../../model/identifiers.ts";
import type { HostFacts } from "./facts.ts";

/** A stored CI that carries one of a host's identifiers. */
export interface Candidate {
  readonly ciId: string;
  readonly name: string;
  /** Canonical, e.g. `server`. */
  readonly type: string;
  /** `active`, `inactive`, `maintenance`. */
  readonly status: string;
  readonly deleted: boolean;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** All its identifiers, not only those looked up. */
  readonly identifiers: readonly Identifier[];
  /** As `osFamilyOf` names it. */
  readonly osFamily?: string | undefined;
  readonly deviceType?: string | undefined;
  /** Id of the CI that this one is marked a duplicate of. */
  readonly duplicateOf?: string | undefined;
}

/** An observed host or a CI, in the form in which the two are compared. */
export interface View {
  readonly sourceKeys: ReadonlySet<string>;
  readonly serials: ReadonlySet<string>;
  readonly uuids: ReadonlySet<string>;
  readonly macs: ReadonlySet<string>;
  /** Globally administered ones of `macs`, which identify by themselves. */
  readonly globalMacs: ReadonlySet<string>;
  readonly fqdns: ReadonlySet<string>;
  readonly hostnames: ReadonlySet<string>;
  readonly ips: ReadonlySet<string>;
  readonly osFamily: string | undefined;
  readonly container: boolean;
}

export function viewOfFacts(facts: HostFacts): View {
  return viewOf(facts.identifiers, facts.osFamily, facts.container);
}

export function viewOfCandidate({ identifiers, osFamily, type, deviceType }: Candidate): View {
  return viewOf(identifiers, osFamily, type === "container" || deviceType === "container");
}

function viewOf(identifiers: readonly Identifier[], osFamily: string | undefined, container: boolean): View {
  const of = (kind: Identifier["kind"]) =>
    new Set(identifiers.filter((identifier) => identifier.kind === kind).map(({ value }) => value));
  const macs = of("mac");
  return {
    sourceKeys: of("source_key"),
    serials: of("serial"),
    uuids: of("uuid"),
    macs,
    globalMacs: new Set([...macs].filter(isGlobalMac)),
    fqdns: of("fqdn"),
    hostnames: of("hostname"),
    ips: of("ip"),
    osFamily,
    container,
  };
}

/** A view without MAC addresses that several machines share. */
export function withoutMacs(view: View, ignored: ReadonlySet<string>): View {
  if (ignored.size === 0) return view;
  const macs = new Set([...view.macs].filter((mac) => !ignored.has(mac)));
  return { ...view, macs, globalMacs: new Set([...macs].filter(isGlobalMac)) };
}

/** A CI's view after an observation: reported values replace stored ones, kind by kind. */
export function observedView(ci: View, host: View): View {
  const newer = (seen: ReadonlySet<string>, known: ReadonlySet<string>) => (seen.size > 0 ? seen : known);
  return {
    sourceKeys: new Set([...ci.sourceKeys, ...host.sourceKeys]),
    serials: newer(host.serials, ci.serials),
    uuids: newer(host.uuids, ci.uuids),
    macs: newer(host.macs, ci.macs),
    globalMacs: newer(host.macs, ci.macs) === host.macs ? host.globalMacs : ci.globalMacs,
    fqdns: newer(host.fqdns, ci.fqdns),
    hostnames: newer(host.hostnames, ci.hostnames),
    ips: newer(host.ips, ci.ips),
    osFamily: host.osFamily ?? ci.osFamily,
    container: ci.container,
  };
}

/** How two sides compare in one fact. `value` is the common value, the smallest of several. */
export type Agreement =
  | { readonly is: "agree"; readonly value: string }
  | { readonly is: "differ" }
  | { readonly is: "unknown" };

const DIFFER: Agreement = { is: "differ" };
const UNKNOWN: Agreement = { is: "unknown" };

/** Two sides compared fact by fact. */
export interface Comparison {
  readonly sourceKey: Agreement;
  readonly serial: Agreement;
  readonly uuid: Agreement;
  readonly mac: Agreement;
  readonly globalMac: Agreement;
  readonly fqdn: Agreement;
  readonly hostname: Agreement;
  /** Host name and full name together: agree where either does, differ where the host names do. */
  readonly name: Agreement;
  readonly ip: Agreement;
  readonly os: Agreement;
}

/** Compares two sides fact by fact. A fact that one side lacks is `unknown`. */
export function compare(a: View, b: View): Comparison {
  const fqdn = compareSets(a.fqdns, b.fqdns);
  const hostname = compareSets(a.hostnames, b.hostnames);
  return {
    sourceKey: compareSourceKeys(a.sourceKeys, b.sourceKeys),
    serial: compareSets(a.serials, b.serials),
    uuid: compareSets(a.uuids, b.uuids),
    mac: compareSets(a.macs, b.macs),
    globalMac: compareSets(a.globalMacs, b.globalMacs),
    fqdn: fqdn.is === "differ" && !bothQualified(a, b) ? UNKNOWN : fqdn,
    hostname,
    name: fqdn.is === "agree" ? fqdn : hostname,
    ip: compareSets(a.ips, b.ips),
    os: compareValues(a.osFamily, b.osFamily),
  };
}

function compareSets(a: ReadonlySet<string>, b: ReadonlySet<string>): Agreement {
  if (a.size === 0 || b.size === 0) return UNKNOWN;
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let common: string | undefined;
  for (const value of few) if (many.has(value) && (common === undefined || value < common)) common = value;
  return common === undefined ? DIFFER : { is: "agree", value: common };
}

function compareValues(a: string | undefined, b: string | undefined): Agreement {
  if (a === undefined || b === undefined) return UNKNOWN;
  return a === b ? { is: "agree", value: a } : DIFFER;
}

/** Compares source keys. Keys of different scanners are not comparable: the result is `unknown`. */
function compareSourceKeys(a: ReadonlySet<string>, b: ReadonlySet<string>): Agreement {
  const same = compareSets(a, b);
  if (same.is !== "differ") return same;
  const scanners = new Set([...a].map(scannerOf));
  return [...b].some((key) => scanners.has(scannerOf(key))) ? DIFFER : UNKNOWN;
}

function scannerOf(sourceKey: string): string {
  return sourceKey.slice(0, sourceKey.indexOf("|"));
}

/** `laptop.local` and `laptop.example.com` do not contradict each other. */
function bothQualified(a: View, b: View): boolean {
  return [...a.fqdns].some(isQualified) && [...b.fqdns].some(isQualified);
}
