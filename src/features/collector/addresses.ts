import ipaddr from "ipaddr.js";
import type { HostReport, ObservedAdapter } from "./collector.model.ts";

type Addresses = Pick<HostReport, "ip_address" | "ip_addresses" | "mac_address" | "mac_addresses">;

/**
 * Adapters whose addresses exist only inside the host and are the same on many hosts: bridges and tunnels of container
 * engines, libvirt, Hyper-V's NAT switch and desktop hypervisors. They are still listed among the adapters.
 */
const INTERNAL_ADAPTERS = [
  "docker\\d*|docker_gwbridge|br-[0-9a-f]{12}|veth.*|virbr\\d+(-nic)?|vnet\\d+|lxcbr\\d+|lxdbr\\d+|incusbr\\d+",
  "podman\\d*|cni-?\\w*|flannel[.\\w]*|cilium_.*|lxc[0-9a-f]{12,}|cali[0-9a-f]{11}|kube-ipvs\\d+|nodelocaldns|weave",
  "vboxnet\\d+|vmnet\\d+|bridge1\\d\\d|vEthernet \\((Default Switch|WSL.*|nat|DockerNAT)\\)|VMware Network Adapter.*",
];
const INTERNAL_ADAPTER = new RegExp(`^(?:${INTERNAL_ADAPTERS.join("|")})$`, "i");

/** Lower case with colons; undefined unless it is a hardware address of six octets that are not all zero. */
export function normalMac(text: string | undefined): string | undefined {
  const hex = (text ?? "").trim().toLowerCase().replace(/[:.-]/g, "");
  if (!/^[0-9a-f]{12}$/.test(hex) || /^0+$/.test(hex)) return undefined;
  return hex.replace(/..(?=.)/g, "$&:");
}

/** RFC 5952 spelling, IPv4-mapped IPv6 folded to IPv4, zone and prefix length dropped; undefined for other texts. */
export function normalIp(text: string): string | undefined {
  const bare = text.trim().replace(/[%/].*$/, "");
  if (!ipaddr.isValid(bare) || (!bare.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(bare))) return undefined;
  return spell(ipaddr.process(bare));
}

/** The address in 4 or 16 bytes in network order, spelled like `normalIp`. */
export function ipOfBytes(bytes: readonly number[]): string {
  const address = ipaddr.fromByteArray([...bytes]);
  return spell(ipaddr.process(address.toString()));
}

export function isLoopback(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === "loopback";
}

/**
 * The host's addresses on the network, those of the default route's adapter first. The MAC of a virtual adapter counts
 * only if the host has no other, as in a container.
 */
export function hostAddresses(adapters: readonly ObservedAdapter[], defaultAdapter?: string): Addresses {
  const outward = adapters.filter((adapter) => !adapter.loopback && !INTERNAL_ADAPTER.test(adapter.name));
  const rank = (adapter: ObservedAdapter) => (adapter.name === defaultAdapter ? 0 : adapter.up === false ? 2 : 1);
  const ordered = outward.toSorted((a, b) => rank(a) - rank(b));
  const ips = unique(ordered.flatMap((adapter) => adapter.ip_addresses.toSorted(ipv4First).filter(isReachable)));
  const physical = ordered.filter((adapter) => !adapter.virtual);
  const withMac = physical.some((adapter) => adapter.mac_address) ? physical : ordered;
  const macs = unique(withMac.flatMap((adapter) => adapter.mac_address ?? []));
  const [ip] = ips;
  const [mac] = macs;
  return {
    ...(ip === undefined ? {} : { ip_address: ip, ip_addresses: ips }),
    ...(mac === undefined ? {} : { mac_address: mac, mac_addresses: macs }),
  };
}

function isReachable(ip: string): boolean {
  return !["loopback", "linkLocal", "unspecified", "multicast"].includes(ipaddr.process(ip).range());
}

function ipv4First(a: string, b: string): number {
  return Number(a.includes(":")) - Number(b.includes(":"));
}

function spell(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
