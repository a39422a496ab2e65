import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type IpRange, parseIpRange } from "../../model/ip-ranges.ts";

/** IPv4 ranges that are not public by the IANA special-purpose registry (RFC 6890), and 6to4's relays. */
const CLOSED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** Global unicast. Not public are all others: mapped, NAT64, unique-local, link-local, multicast and so on. */
const OPEN_V6 = "2000::/3";

/** Ranges within it that are not public: protocol assignments (Teredo, benchmarks, ORCHID), documentation and 6to4. */
const CLOSED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const closedV4 = CLOSED_V4.map(rangeOf);
const closedV6 = CLOSED_V6.map(rangeOf);
const openV6 = rangeOf(OPEN_V6);

/**
 * Whether an address, as a resolver or a URL spells it, is on the public internet. False for all IPv4 addresses embedded
 * in IPv6: a translator or tunnel may route them anywhere. False for anything that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return !closedV4.some((range) => isWithin(address, range));
  if (address.zoneId !== undefined && address.zoneId !== null) return false;
  return isWithin(address, openV6) && !closedV6.some((range) => isWithin(address, range));
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, [start, bits]: IpRange): boolean {
  return address.kind() === start.kind() && address.match(start, bits);
}

function rangeOf(text: string): IpRange {
  const range = parseIpRange(text);
  if (!range) throw new Error(`${text} is no range of addresses`);
  return range;
}
