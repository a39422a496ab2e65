import ipaddr from "ipaddr.js";
import { z } from "zod";
import { normalizeIp } from "../../model/ip-addresses.ts";

/** Entries of one list. */
const MAX_ENTRIES = 50;
/** `::ffff:0:0/96`, the IPv6 addresses that stand for IPv4 ones (RFC 4291, section 2.5.5.2). */
const MAPPED_PREFIX = 96;

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Where a key may be used from: 1 to 50 addresses and CIDR ranges. Parsed to one spelling: ranges by their first
 * address, IPv4 in IPv6 as IPv4. No list is a key for everywhere, so an empty one, which could mean nowhere, is refused.
 */
export const allowedAddresses = z
  .array(
    z
      .string()
      .max(64)
      .transform((text, ctx) => {
        const range = parseRange(text);
        if (range) return spell(range);
        ctx.addIssue({ code: "custom", message: "must be an IP address or a CIDR range, e.g. 192.0.2.0/24" });
        return z.NEVER;
      }),
  )
  .min(1)
  .max(MAX_ENTRIES)
  .nullish();

/** Whether the address of a peer lies in the list. An IPv4 address in IPv6 is the IPv4 address; an unknown one is nowhere. */
export function createAddressRule(allowed: readonly string[]): (address: string) => boolean {
  const ranges = allowed.map(parseRange).filter((range) => range !== undefined);
  // A caller's requests come from one address as a rule.
  let last: { address: string; inside: boolean } | undefined;
  return (address) => {
    if (last?.address !== address) last = { address, inside: lies(address, ranges) };
    return last.inside;
  };
}

function lies(address: string, ranges: readonly Range[]): boolean {
  const text = normalizeIp(address);
  if (text === undefined) return false;
  const peer = ipaddr.parse(text);
  return ranges.some(([start, bits]) => peer.kind() === start.kind() && peer.match(start, bits));
}

/** Undefined for what is neither an address nor a range, nor one that takes in IPv4 addresses among IPv6 ones. */
function parseRange(text: string): Range | undefined {
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

function spell([address, bits]: Range): string {
  if (address instanceof ipaddr.IPv4) {
    return bits === 32 ? address.toString() : `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  }
  if (bits === 128) return address.toRFC5952String();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toRFC5952String()}/${bits}`;
}
