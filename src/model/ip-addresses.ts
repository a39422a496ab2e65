import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** Enough for the longest address, a zone and some blanks. */
const MAX_TEXT_LENGTH = 128;

/**
 * The canonical text of an address: IPv4 as four decimal numbers, IPv6 as RFC 5952 writes it. An IPv4-mapped address is its
 * IPv4 address, a zone (`%eth0`) and brackets are dropped. Undefined for anything else, also for the octal, hexadecimal
 * and short forms of IPv4 (`127.1`), which programs read differently.
 */
export function normalizeIp(text: string): string | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  let address = text.trim();
  if (address.startsWith("[") && address.endsWith("]")) address = address.slice(1, -1);
  if (isIPv4(address)) return address;
  const zone = address.indexOf("%");
  if (zone >= 0) address = address.slice(0, zone);
  if (!isIPv6(address)) return undefined;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toRFC5952String();
}

/**
 * Whether an address identifies a host: not loopback, link-local, unspecified, multicast or reserved
 * (240.0.0.0/4, which contains broadcast and netmasks). Private addresses do.
 *
 * @param ip normalised
 */
export function isIdentifyingIp(ip: string): boolean {
  if (ip.includes(":")) return ip !== "::" && ip !== "::1" && !/^(?:fe[89ab][0-9a-f]|ff[0-9a-f]{2}):/.test(ip);
  const first = Number.parseInt(ip, 10);
  return first !== 0 && first !== 127 && first < 224 && !ip.startsWith("169.254.");
}

/**
 * An address as adapters list them, with its prefix length (`192.0.2.10/24`) or without. Undefined for the
 * address of the network itself (`192.0.2.0/24`).
 */
export function normalizeInterfaceIp(text: string): string | undefined {
  const slash = text.indexOf("/");
  if (slash < 0) return normalizeIp(text);
  const ip = normalizeIp(text.slice(0, slash));
  const length = text.slice(slash + 1).trim();
  if (ip === undefined || !/^\d{1,3}$/.test(length)) return undefined;
  const addressBits = ip.includes(":") ? 128 : 32;
  const bits = Number(length);
  if (bits > addressBits) return undefined;
  if (bits >= addressBits - 1) return ip;
  const network = ip.includes(":")
    ? ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`).toRFC5952String()
    : ipaddr.IPv4.networkAddressFromCIDR(`${ip}/${bits}`).toString();
  return network === ip ? undefined : ip;
}
