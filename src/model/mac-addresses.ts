/**
 * Prefixes of well-formed MAC addresses that many machines share: each a whole address or a range.
 */
const SHARED_PREFIXES = [
  // Dial-up, WAN and VPN adapters: the same address on every machine that has the software.
  "20:41:53:59:4e:ff",
  "50:50:54:50:30:30",
  "33:50:6f:45:30:30",
  "00:53:45:00:00:00",
  "44:45:53:54",
  "00:44:45:53:54",
  "02:80:37:ec:02:00",
  "00:a0:c6:00:00:00",
  "00:05:9a:3c:7",
  "00:09:0f:fe:00",
  "00:09:0f:aa:00",
  "00:0b:ca:fe:00",
  "02:05:85:7f:eb:80",
  "02:50:41:00:00:01",
  "02:00:4c:4f:4f:50",
  "02:00:4e:43:50:49",
  "00:ff",
  // Bridges inside a host: VMware vmnet, VirtualBox and Parallels host-only, Docker, Calico, QEMU's default.
  "00:50:56:c0:00",
  "0a:00:27",
  "00:1c:42:00:00",
  "02:42",
  "ee:ee:ee:ee:ee:ee",
  "52:54:00:12:34:56",
  // The inner adapter of Macs with a T2, smart-card readers that number themselves from zero.
  "ac:de:48:00:11:22",
  "00:18:9e",
  // Addresses that move between routers: VRRP (RFC 9568, section 7.3), HSRP, GLBP.
  "00:00:5e:00:01",
  "00:00:5e:00:02",
  "00:00:0c:07:ac",
  "00:00:0c:9f:f",
  "00:07:b4:00",
  // Vendors of docking stations and USB adapters, which users move between machines.
  "00:05:1b",
  "00:0e:c6",
  "00:13:3b",
  "00:24:9b",
  "00:50:b6",
  "00:e0:4c",
  "3c:18:a0",
  "64:4b:f0",
  "6c:6e:07",
  "8c:ae:4c",
  "9c:eb:e8",
  "a0:ce:c8",
  "f4:4d:ad",
  "f8:e4:3b",
];

const PREFIXES = new Set(SHARED_PREFIXES);
const PREFIX_LENGTHS = [...new Set(SHARED_PREFIXES.map((prefix) => prefix.length))].sort((a, b) => a - b);

/** The last four octets spell " RAS": Windows puts two random ones before them. */
const RAS_SUFFIX = ":20:52:41:53";

const SIX_GROUPS = /^[0-9a-f]{1,2}(?:(?::[0-9a-f]{1,2}){5}|(?:-[0-9a-f]{1,2}){5})$/;
const TWELVE_DIGITS = /^(?:[0-9a-f]{12}|[0-9a-f]{6}-[0-9a-f]{6}|[0-9a-f]{4}([.:-])[0-9a-f]{4}\1[0-9a-f]{4})$/;

/**
 * A 48-bit MAC address (EUI-48) in lower case with colons: `00:1B:44:11:3A:B7`, `00-1b-44-11-3a-b7`,
 * `001b.4411.3ab7`, `001b44113ab7` and macOS's `0:1b:44:11:3a:b7` are equal. Undefined for anything else, all zero, all F.
 */
export function normalizeMac(text: string): string | undefined {
  if (text.length > 64) return undefined;
  const lower = text.trim().toLowerCase();
  const hex = SIX_GROUPS.test(lower)
    ? lower
        .split(/[:-]/)
        .map((group) => group.padStart(2, "0"))
        .join("")
    : TWELVE_DIGITS.test(lower)
      ? lower.replace(/[.:-]/g, "")
      : undefined;
  if (hex === undefined || hex === "000000000000" || hex === "ffffffffffff") return undefined;
  return `${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4, 6)}:${hex.slice(6, 8)}:${hex.slice(8, 10)}:${hex.slice(10)}`;
}

/** Whether many machines share this address: docking stations, WAN and VPN adapters, bridges inside a host. @param mac normalised */
export function isSharedMac(mac: string): boolean {
  return PREFIX_LENGTHS.some((length) => PREFIXES.has(mac.slice(0, length))) || mac.endsWith(RAS_SUFFIX);
}

/** Whether the group bit (IEEE 802) is set: such an address identifies no adapter. @param mac normalised */
export function isGroupMac(mac: string): boolean {
  return (Number.parseInt(mac.slice(0, 2), 16) & 1) === 1;
}

/** Whether the address identifies one adapter: globally administered, no group address, not shared. @param mac normalised */
export function isGlobalMac(mac: string): boolean {
  return (Number.parseInt(mac.slice(0, 2), 16) & 3) === 0 && !isSharedMac(mac);
}
