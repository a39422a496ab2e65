import {
  compareIdentifiers,
  type Identifier,
  type IdentifierKind,
  identifierKey,
  isGlobalMac,
  MAX_IDENTIFIERS,
  normalizeFqdn,
  normalizeHostname,
  normalizeSerial,
  normalizeUuid,
} from "../../../model/identifiers.ts";
import { isAbsentValue } from "../../../model/placeholders.ts";
import { addressesOf } from "./host-addresses.ts";
import { type HostLike, optional, type Text } from "./host-like.ts";
import { osFamilyOf } from "./os-family.ts";

/** An observed host, reduced to the facts that identify it. Every value is normalised. */
export interface HostFacts {
  readonly scannerId: string;
  readonly sourceKey: string | undefined;
  readonly serial: string | undefined;
  readonly uuid: string | undefined;
  readonly hostname: string | undefined;
  readonly fqdn: string | undefined;
  /** The host's own MAC addresses, also those that a hypervisor or the system generated. */
  readonly macs: readonly string[];
  readonly ips: readonly string[];
  readonly osFamily: string | undefined;
  /** Lower case with `_`. */
  readonly deviceType: string | undefined;
  readonly container: boolean;
  /** All identifiers of the above, sorted: those of a CI created from this observation. */
  readonly identifiers: readonly Identifier[];
  /** The identifiers by which candidates are looked up, sorted; at most MAX_LOOKUPS, of which the strongest are kept. */
  readonly lookups: readonly Identifier[];
  /** Whether `lookups` holds any. A host that is not usable is parked. */
  readonly usable: boolean;
  readonly parkedReason: string | undefined;
}

/** Most identifiers of one host that are looked up. */
export const MAX_LOOKUPS = 256;
const MAX_SOURCE_KEY_LENGTH = 512;

/** Strongest first. */
const LOOKUP_ORDER: readonly IdentifierKind[] = ["source_key", "serial", "uuid", "mac", "fqdn", "hostname", "ip"];

/** Reduces a reported host to its identifying facts. `scannerId` is the submission's `scanner_id`. */
export function factsOf(host: HostLike, scannerId: string): HostFacts {
  const { macs, ips } = addressesOf(host);
  const fqdns = [host.fqdn, host.hostname].map((text) => optional(text, normalizeFqdn)).filter(isText);
  const own = {
    scannerId,
    sourceKey: sourceKeyOf(scannerId, host.host_id),
    serial: optional(host.hardware?.serial_number, normalizeSerial),
    uuid: optional(host.hardware?.uuid, normalizeUuid),
    hostname: optional(host.hostname, normalizeHostname) ?? optional(fqdns[0], normalizeHostname),
    fqdn: fqdns[0],
    macs,
    ips,
  };
  const identifiers = identifiersOfFacts(own, fqdns);
  const lookups = lookupsOf(identifiers);
  const deviceType = optional(
    host.device_type,
    (text) =>
      text
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, "_") || undefined,
  );
  return {
    ...own,
    osFamily: osFamilyOf(host.os?.family, host.os?.name, host.os_guess),
    deviceType,
    container: deviceType === "container",
    identifiers,
    lookups,
    usable: lookups.length > 0,
    parkedReason: lookups.length > 0 ? undefined : parkedReasonOf(host),
  };
}

/**
 * The key of a host at its scanner: `scannerId|host_id`. Undefined if the host id is absent, a word for "none", or makes
 * the key too long.
 */
export function sourceKeyOf(scannerId: string, hostId: Text): string | undefined {
  if (hostId === null || hostId === undefined || isAbsentValue(hostId)) return undefined;
  const scanner = scannerId.trim().replace(/[%|]/g, (sign) => (sign === "|" ? "%7C" : "%25"));
  const key = `${scanner}|${hostId.trim()}`;
  return key.length > MAX_SOURCE_KEY_LENGTH ? undefined : key;
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}

type OwnFacts = Pick<HostFacts, "sourceKey" | "serial" | "uuid" | "hostname" | "macs" | "ips">;

function identifiersOfFacts(own: OwnFacts, fqdns: readonly string[]): Identifier[] {
  const found = new Map<string, Identifier>();
  const add = (kind: IdentifierKind, values: readonly (string | undefined)[]) => {
    for (const value of values) if (value !== undefined) found.set(identifierKey({ kind, value }), { kind, value });
  };
  add("source_key", [own.sourceKey]);
  add("serial", [own.serial]);
  add("uuid", [own.uuid]);
  add("hostname", [own.hostname]);
  add("fqdn", fqdns);
  add("mac", own.macs);
  add("ip", own.ips);
  return [...found.values()].slice(0, MAX_IDENTIFIERS).sort(compareIdentifiers);
}

/** Locally administered MAC addresses support a match but are never the reason for one. */
function lookupsOf(identifiers: readonly Identifier[]): Identifier[] {
  return identifiers
    .filter(({ kind, value }) => kind !== "mac" || isGlobalMac(value))
    .sort((a, b) => LOOKUP_ORDER.indexOf(a.kind) - LOOKUP_ORDER.indexOf(b.kind) || compareIdentifiers(a, b))
    .slice(0, MAX_LOOKUPS)
    .sort(compareIdentifiers);
}

/** Names the reported values that do not identify, so that the reader sees why. */
function parkedReasonOf(host: HostLike): string {
  const given: [string, Text][] = [
    ["host_id", host.host_id],
    ["serial_number", host.hardware?.serial_number],
    ["uuid", host.hardware?.uuid],
    ["mac_address", host.mac_address ?? host.mac_addresses?.[0]],
    ["fqdn", host.fqdn],
    ["hostname", host.hostname],
    ["ip_address", host.ip_address ?? host.ip_addresses?.[0]],
  ];
  const unusable = given.filter(([, text]) => text).map(([field, text]) => `${field} "${text?.slice(0, 64)}"`);
  if (unusable.length === 0) return "no usable identifier: the host carries none";
  return `no usable identifier: ${unusable.join(", ")} ${unusable.length > 1 ? "do" : "does"} not tell this host from others`;
}
