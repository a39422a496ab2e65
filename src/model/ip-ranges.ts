import ipaddr from "ipaddr.js";
import { normalizeIp } from "./ip-addresses.ts";

/** `::ffff:0:0/96`, the IPv6 addresses that stand for IPv4 ones (RFC 4291, section 2.5.5.2). */
const MAPPED_PREFIX = 96;

/** An address and how many of its first bits count. */
export type IpRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Undefined for what is neither an address nor a CIDR range, nor one that takes in IPv4 addresses among IPv6 ones. */
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

/** One spelling a range: by its first address, IPv4 in IPv6 as IPv4, a single address without its width. */
export function formatIpRange([address, bits]: IpRange): string {
  if (address instanceof ipaddr.IPv4) {
    return bits === 32 ? address.toString() : `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  }
  if (bits === 128) return address.toRFC5952String();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toRFC5952String()}/${bits}`;
}

/** Whether an address lies in one of the ranges. An IPv4 address in IPv6 is the IPv4 address; an unknown one is nowhere. */
export function createAddressFilter(allowedRanges: readonly string[]): (address: string) => boolean {
  const ranges = allowedRanges.map(parseIpRange).filter((range) => range !== undefined);
  // A caller's requests come from one address as a rule.
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
