import ipaddr from "ipaddr.js";
import type { NetworkAdapter } from "../../../model/host.ts";
import { type DiscoveredHost, TEXT_LIMITS } from "../host.model.ts";
import {
  clip,
  clipped,
  definedFields,
  flag,
  number,
  type Row,
  rowOf,
  rowsOf,
  text,
  texts,
  textWithin,
} from "./values.ts";

/** One adapter, merged from all the inventory's entries that describe it. */
export interface InventoryAdapter {
  name: string | undefined;
  mac: string | undefined;
  ips: Set<string>;
  gateway: string | undefined;
  type: string | undefined;
  speed: number | undefined;
  up: boolean | undefined;
  virtual: boolean | undefined;
  /** Whether it belongs to the board's management controller, which is not the host. */
  management: boolean;
}

/** Bridges and tunnels of container engines and hypervisors: their addresses are the same on many hosts. */
const INTERNAL_ADAPTER =
  /^(docker\w*|br-[0-9a-f]{12}|veth.*|virbr\d+(-nic)?|vnet\d+|lxcbr\d+|lxdbr\d+|podman\d*|cni\d*|flannel.*|vboxnet\d+|vmnet\d+|.*(VirtualBox Host-Only|VMware Virtual Ethernet|Hyper-V Virtual Ethernet).*)$/i;

/** In Mb/s. Drivers report a higher speed when they know none. */
const MAX_SPEED_MBPS = 10_000_000;

/**
 * The adapters of an inventory. Agents write one entry per address: entries of one description and MAC are one adapter,
 * and an entry without MAC belongs to the adapter of its description. Undefined if none were collected.
 */
export function adaptersOf(content: Row): InventoryAdapter[] | undefined {
  const rows = rowsOf(content, "networks");
  const device = rowOf(content, "network_device");
  if (!rows)
    return text(device, "mac") === undefined && texts(device, "ips").length === 0 ? undefined : [adapterOf(device)];
  const adapters: InventoryAdapter[] = [];
  const byName = new Map<string, InventoryAdapter>();
  const byMac = new Map<string, InventoryAdapter>();
  for (const row of rows) {
    const adapter = adapterOf(row);
    const name = adapter.name ?? "";
    const mac = adapter.mac && `${name}\n${adapter.mac.toLowerCase()}`;
    const named = byName.get(name);
    const known = mac === undefined ? undefined : byMac.get(mac);
    const same = known ?? (mac === undefined || named?.mac === undefined ? named : undefined);
    if (same) merge(same, adapter);
    else adapters.push(adapter);
    if (mac !== undefined) byMac.set(mac, same ?? adapter);
    if (name !== "" && !named) byName.set(name, adapter);
  }
  return adapters;
}

function adapterOf(row: Row): InventoryAdapter {
  const status = text(row, "status")?.toLowerCase();
  const speed = number(row, "speed");
  return {
    name: clipped(row, TEXT_LIMITS.name, "description", "name"),
    mac: textWithin(row, TEXT_LIMITS.address, "mac", "macaddr"),
    ips: new Set(texts(row, "ipaddress", "ipaddress6", "ips").filter(isShortEnough)),
    gateway: text(row, "ipgateway"),
    type: text(row, "type"),
    speed: speed !== undefined && speed > 0 && speed <= MAX_SPEED_MBPS ? speed : undefined,
    up: status === undefined ? undefined : status === "up",
    virtual: flag(row, "virtualdev"),
    management: flag(row, "management") === true,
  };
}

function merge(into: InventoryAdapter, other: InventoryAdapter): void {
  for (const ip of other.ips) into.ips.add(ip);
  into.mac ??= other.mac;
  into.gateway ??= other.gateway;
  into.type ??= other.type;
  into.speed ??= other.speed;
  into.virtual ??= other.virtual;
  into.management ||= other.management;
  if (into.up !== true) into.up = other.up ?? into.up;
}

export function networkAdapters(adapters: readonly InventoryAdapter[]): NetworkAdapter[] {
  return adapters.map((adapter) =>
    definedFields<NetworkAdapter & { virtual?: boolean; type?: string }>({
      name: adapter.name,
      mac_address: adapter.mac,
      ip_addresses: [...adapter.ips],
      speed_mbps: adapter.speed,
      up: adapter.up,
      virtual: adapter.virtual,
      type: adapter.type === undefined ? undefined : clip(adapter.type, TEXT_LIMITS.name),
    }),
  );
}

/**
 * The host's addresses on the network, without loopback, link-local and internal bridges. The address that the agent names
 * comes first, else that of the adapter towards the default gateway. MACs of virtual adapters count only if the host has
 * no other; docking stations stay, because identification recognises them.
 */
export function addressesOf(
  content: Row,
  adapters: readonly InventoryAdapter[],
): Pick<DiscoveredHost, "ip_address" | "ip_addresses" | "mac_address" | "mac_addresses"> {
  const machine = rowOf(content, "hardware");
  const listed = texts(machine, "ipaddr").flatMap((list) => list.slice(0, TEXT_LIMITS.text).split("/"));
  const named = new Map([...new Set(listed.filter(isShortEnough))].map((ip, index) => [ip, index]));
  const gateway = text(machine, "defaultgateway");
  const outward = adapters.filter((adapter) => !isInternal(adapter));
  const ranks = new Map(outward.map((adapter) => [adapter, rankOf(adapter, named, gateway)]));
  outward.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  const reported = outward.flatMap((adapter) => [...adapter.ips].sort(ipv4First));
  const ips = [...new Set([...named.keys(), ...reported].filter(isReachable))];
  const physical = outward.filter(({ virtual }) => virtual !== true);
  const withMac = physical.some(hasMac) ? physical : outward;
  const macs = [...new Set(withMac.filter(hasMac).map(({ mac }) => mac as string))];
  return definedFields({
    ip_address: ips[0],
    ip_addresses: ips.length > 0 ? ips : undefined,
    mac_address: macs[0],
    mac_addresses: macs.length > 0 ? macs : undefined,
  });
}

/** Sort rank, lower first: addresses that the agent names, in its order, then the adapter of the default route. */
function rankOf(adapter: InventoryAdapter, named: ReadonlyMap<string, number>, gateway: string | undefined): number {
  const positions = [...adapter.ips].map((ip) => named.get(ip)).filter((place) => place !== undefined);
  if (positions.length > 0) return positions.reduce((least, place) => Math.min(least, place)) - named.size;
  if (adapter.gateway !== undefined) return adapter.gateway === gateway ? 1 : 2;
  return adapter.up === false ? 4 : 3;
}

function isShortEnough(ip: string): boolean {
  return ip.length > 0 && ip.length <= TEXT_LIMITS.address;
}

function hasMac({ mac }: InventoryAdapter): boolean {
  return mac !== undefined && !/^[0:. -]+$/.test(mac);
}

function isInternal({ name = "", type, gateway, virtual, management }: InventoryAdapter): boolean {
  if (management || type === "loopback" || INTERNAL_ADAPTER.test(name)) return true;
  return type === "bridge" && virtual === true && gateway === undefined;
}

/** Whether others can reach the address. A malformed one stays; normalisation decides about it later. */
function isReachable(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return true;
  return !["loopback", "linkLocal", "unspecified", "multicast"].includes(ipaddr.process(ip).range());
}

function ipv4First(a: string, b: string): number {
  return Number(a.includes(":")) - Number(b.includes(":"));
}
