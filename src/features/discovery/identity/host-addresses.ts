import {
  isGroupMac,
  isIdentifyingIp,
  isSharedMac,
  normalizeInterfaceIp,
  normalizeMac,
} from "../../../model/identifiers.ts";
import { isInternalAdapter, isRemovableAdapter } from "./adapters.ts";
import { type HostLike, optional, type Text } from "./host-like.ts";

/** Most MAC addresses, and most IP addresses, read of one host. */
const MAX_ADDRESSES = 256;

/**
 * The host's own MAC and IP addresses, normalised, in the order of the report, `ip_address` first. Leaves out addresses
 * of bridges inside the host, and MAC addresses of docking stations.
 */
export function addressesOf(host: HostLike): { macs: string[]; ips: string[] } {
  const foreignMacs = new Set<string>();
  const foreignIps = new Set<string>();
  const adapters = host.network_adapters ?? [];
  for (const { name, mac_address, ip_addresses } of adapters.slice(0, MAX_ADDRESSES)) {
    const internal = isInternalAdapter(name?.trim() ?? "");
    const mac = optional(mac_address, normalizeMac);
    if (mac !== undefined && (internal || isRemovableAdapter(name?.trim() ?? ""))) foreignMacs.add(mac);
    if (internal) for (const ip of unique(ip_addresses ?? [], normalizeInterfaceIp)) foreignIps.add(ip);
  }
  const macs = unique(
    [host.mac_address, ...(host.mac_addresses ?? []), ...adapters.map((adapter) => adapter.mac_address)],
    normalizeMac,
  );
  const primary = unique([host.ip_address], normalizeInterfaceIp);
  const ips = unique(
    [...(host.ip_addresses ?? []), ...adapters.flatMap((adapter) => adapter.ip_addresses ?? [])],
    normalizeInterfaceIp,
  );
  const ownIps = [...primary, ...ips.filter((ip) => !foreignIps.has(ip))];
  return {
    macs: macs.filter((mac) => !isGroupMac(mac) && !isSharedMac(mac) && !foreignMacs.has(mac)),
    ips: [...new Set(ownIps)].filter(isIdentifyingIp),
  };
}

/** The first MAX_ADDRESSES different values. */
function unique(texts: readonly Text[], normalize: (text: string) => string | undefined): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const value = optional(text, normalize);
    if (value !== undefined) found.add(value);
    if (found.size === MAX_ADDRESSES) break;
  }
  return [...found];
}
