import ipaddr from "ipaddr.js";
import { normalizeIp } from "./ip-addresses.ts";

/** `::ffff:0:0/96`, IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2). */
const MAPPED_PREFIX = 96;

/** An address and its prefix length in bits. */
export type IpRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses an address or CIDR range. Undefined for any other text, and for an IPv6 range that includes IPv4-mapped addresses. */
export function parseIpRange(text: string): IpRange | undefined {
  const [written = "", bitsText, ...rest] = text.trim().split("/");
  const normal = /^[0-9a-f.:]+$/i.test(written) ? normalizeIp(written) : undefined;
  if (normal === undefined || rest.length > 0) return undefined;
  const start = ipaddr.parse(normal);
  const width = start.kind() === "ipv4" ? 32 : 128;
  if (bitsText === undefined) return [start, width];
  const mapped = width === 32 && written.includes(":") ? MAPPED_PREFIX : 0;
  const bits = /^(0|[1-9]\d{0,2})$/.test(bitsText) ? Number(bitsText) - mapped : -1;
  return bits >= 0 && bits <= width ? [start, bits] : undefined;
}

/** The canonical text of a range: its first address and prefix length; IPv4-mapped as IPv4, a single address without length. */
export function formatIpRange([address, bits]: IpRange): string {
  if (address instanceof ipaddr.IPv4) {
    return bits === 32 ? address.toString() : `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  }
  if (bits === 128) return address.toRFC5952String();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toRFC5952String()}/${bits}`;
}

/** Tests whether an address is in one of the ranges. IPv4-mapped addresses count as IPv4; an unreadable one is in none. */
export function createAddressFilter(allowedRanges: readonly string[]): (address: string) => boolean {
  const ranges = allowedRanges.map(parseIpRange).filter((range) => range !== undefined);
  // Consecutive requests usually come from one address.
  let last: { address: string; inside: boolean } | undefined;
  return (address) => {
    if (last?.address !== address) last = { address, inside: isInRanges(address, ranges) };
    return last.inside;
  };
}

function isInRanges(address: string, ranges: readonly IpRange[]): boolean {
  const text = normalizeIp(address);
  if (text === undefined) return false;
  const peer = ipaddr.parse(text);
  return ranges.some(([start, bits]) => peer.kind() === start.kind() && peer.match(start, bits));
}

/** Whether an address can be reached from the internet: a unicast address of no special range. */
export function isPublicAddress(address: string): boolean {
  const text = normalizeIp(address);
  return text !== undefined && ipaddr.parse(text).range() === "unicast";
}
