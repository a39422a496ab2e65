import { forEachAddress, partsOf, structureOf, textsOf } from "./address-fields.ts";
import { normalizeSerial, normalizeUuid } from "./hardware-ids.ts";
import { normalizeFqdn, normalizeHostname } from "./host-names.ts";
import { normalizeIp } from "./ip-addresses.ts";
import { isObject } from "./json.ts";
import { isGroupMac, isSharedMac, normalizeMac } from "./mac-addresses.ts";
import { compare } from "./order.ts";

export { normalizeSerial, normalizeUuid } from "./hardware-ids.ts";
export { isQualified, normalizeFqdn, normalizeHostname } from "./host-names.ts";
export { isIdentifyingIp, normalizeInterfaceIp, normalizeIp } from "./ip-addresses.ts";
export { isGlobalMac, isGroupMac, isSharedMac, normalizeMac } from "./mac-addresses.ts";

/**
 * Kinds of identifiers of a CI. `source_key` is a scanner's own key of a host; `name` combines type and name, and enforces
 * that no two CIs of a type share a name. In sort order.
 */
export const IDENTIFIER_KINDS = ["fqdn", "hostname", "ip", "mac", "name", "serial", "source_key", "uuid"] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** `value` is normalised: equal values are the same identifier. */
export interface Identifier {
  readonly kind: IdentifierKind;
  readonly value: string;
}

/** An identifier as one text, for use as a map key: no kind contains a colon. */
export function identifierKey({ kind, value }: Identifier): string {
  return `${kind}:${value}`;
}

/** Orders by kind, then value, by code units: the order in which identifiers are locked. */
export function compareIdentifiers(a: Identifier, b: Identifier): number {
  return compare(a.kind, b.kind) || compare(a.value, b.value);
}

/** A CI's name in comparable form: lower case, trimmed, Unicode NFC. */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().toLowerCase().normalize("NFC");
}

/** The identifier of type and name; none for a software instance, because instances may share a name. */
export function nameIdentifier(type: string, name: string): Identifier | undefined {
  return type === "software_instance" ? undefined : { kind: "name", value: `${type}|${nameKey(name)}` };
}

/** Every identifier that a search text may be: an address, a serial number, a name ... */
export function identifiersOfText(text: string): Identifier[] {
  const readings: [IdentifierKind, string | undefined][] = [
    ["fqdn", normalizeFqdn(text)],
    ["hostname", normalizeHostname(text)],
    ["ip", normalizeIp(text)],
    ["mac", normalizeMac(text)],
    ["serial", normalizeSerial(text)],
    ["uuid", normalizeUuid(text)],
  ];
  return readings.flatMap(([kind, value]) => (value === undefined ? [] : [{ kind, value }]));
}

/** The members of a CI that `identifiersOf` reads. `type` is canonical. */
export interface IdentifiedCi {
  readonly type: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly customFields: Readonly<Record<string, unknown>>;
}

/** Limit of identifiers of one CI; further addresses do not identify it. */
export const MAX_IDENTIFIERS = 2_000;

/** Types that are no machines: addresses and serial numbers in their fields belong to other CIs. */
const TYPES_WITH_NAME_ONLY = new Set(["software_instance", "software", "software_family", "business_service"]);

type Add = (kind: IdentifierKind, value: string | undefined) => void;

/**
 * The identifiers of a CI, from `attributes` and `customFields` alike; sorted, without duplicates. Addresses
 * (`ip_address`, `all_ip_addresses`, `ip_addresses`, `ip`, and in camel case) count at any depth and in texts that are
 * JSON; a text may hold several, separated by blanks, commas, semicolons or bars. `hostname`, `fqdn`, `serial_number`,
 * `uuid`, `mac_address` and `mac_addresses` count at the top, the hardware's also in `hardware`, the adapters' also in
 * `network_adapters`: deeper ones belong to parts (a disk's serial number), not to the CI. Values that identify
 * nothing (placeholders, loopback and link-local addresses, MAC addresses that many machines share) are left out.
 * Software and business services have only their name. At most MAX_IDENTIFIERS.
 */
export function identifiersOf(ci: IdentifiedCi): Identifier[] {
  const found = new Map<string, Identifier>();
  const add: Add = (kind, value) => {
    if (value === undefined || found.size >= MAX_IDENTIFIERS) return;
    const identifier: Identifier = { kind, value };
    found.set(identifierKey(identifier), identifier);
  };
  add("name", nameIdentifier(ci.type, ci.name)?.value);
  if (!TYPES_WITH_NAME_ONLY.has(ci.type)) {
    for (const fields of [ci.attributes, ci.customFields]) collectFields(fields, add);
    addShortNames(found, add);
    for (const fields of [ci.attributes, ci.customFields]) forEachAddress(fields, (ip) => add("ip", ip));
  }
  return [...found.values()].sort(compareIdentifiers);
}

function collectFields(fields: Readonly<Record<string, unknown>>, add: Add): void {
  for (const text of textsOf(fields.hostname)) {
    add("hostname", normalizeHostname(text));
    add("fqdn", normalizeFqdn(text));
  }
  for (const text of textsOf(fields.fqdn)) add("fqdn", normalizeFqdn(text));
  collectHardware(fields, add);
  const hardware = structureOf(fields.hardware);
  if (isObject(hardware)) collectHardware(hardware, add);
  for (const key of ["mac_address", "macAddress", "mac_addresses", "macAddresses"]) addMacs(fields[key], add);
  for (const key of ["network_adapters", "networkAdapters"]) {
    const adapters = structureOf(fields[key]);
    if (!Array.isArray(adapters)) continue;
    for (const adapter of adapters) if (isObject(adapter)) addMacs(adapter.mac_address ?? adapter.macAddress, add);
  }
}

function collectHardware(fields: Readonly<Record<string, unknown>>, add: Add): void {
  for (const text of textsOf(fields.serial_number)) add("serial", normalizeSerial(text));
  for (const text of textsOf(fields.serialNumber)) add("serial", normalizeSerial(text));
  for (const text of textsOf(fields.uuid)) add("uuid", normalizeUuid(text));
}

function addMacs(value: unknown, add: Add): void {
  for (const text of textsOf(value)) {
    for (const part of partsOf(text)) {
      const mac = normalizeMac(part);
      if (mac !== undefined && !isGroupMac(mac) && !isSharedMac(mac)) add("mac", mac);
    }
  }
}

/** The first label of a full name also identifies the CI, unless the CI has a host name. */
function addShortNames(found: ReadonlyMap<string, Identifier>, add: Add): void {
  const identifiers = [...found.values()];
  if (identifiers.some(({ kind }) => kind === "hostname")) return;
  for (const { kind, value } of identifiers) if (kind === "fqdn") add("hostname", normalizeHostname(value));
}
