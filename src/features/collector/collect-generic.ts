import { normalIp, normalMac } from "./addresses.ts";
import type { CollectedHost, ObservedAdapter } from "./collector.model.ts";
import type { Scan } from "./parts.ts";
import { definedFields } from "./text.ts";

/** Collects what Node reports on any platform. The other parts need a supported platform. */
export async function collectGeneric({ os, platform, notes }: Scan): Promise<CollectedHost> {
  notes.add(`platform: ${platform ?? "unknown"} is read only as far as names, addresses and kernel`);
  return {
    hostname: os.hostname(),
    os: definedFields({
      name: platform ?? "unknown",
      family: "other",
      architecture: os.machine(),
      kernel: os.release(),
    }),
    adapters: adaptersOfNode(os),
  };
}

/** The adapters that have an address, as Node lists them. */
export function adaptersOfNode(os: Scan["os"]): ObservedAdapter[] {
  return Object.entries(os.networkInterfaces()).map(([name, addresses = []]) =>
    definedFields<ObservedAdapter>({
      name,
      mac_address: normalMac(addresses[0]?.mac),
      ip_addresses: addresses.flatMap(({ address }) => normalIp(address) ?? []),
      up: true,
      loopback: addresses.every((address) => address.internal),
      virtual: false,
    }),
  );
}
