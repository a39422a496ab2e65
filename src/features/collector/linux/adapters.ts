import { normalIp, normalMac } from "../addresses.ts";
import type { ObservedAdapter } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { definedFields, readIfPresent, toNumber } from "../text.ts";

const NET_DIRECTORY = "/sys/class/net";
const LOOPBACK_TYPE = 772;
const IFF_UP = 1;

/** Reads the adapters of /sys/class/net, with their addresses from Node. */
export async function readAdapters({ files, os }: Scan): Promise<ObservedAdapter[]> {
  const addresses = os.networkInterfaces();
  const names = (await files.list(NET_DIRECTORY)).sort();
  const adapters = await Promise.all(
    names.map(async (name): Promise<ObservedAdapter | undefined> => {
      // A file that the adapter's driver does not support answers EINVAL or EOPNOTSUPP.
      const read = (file: string) =>
        readIfPresent(files, `${NET_DIRECTORY}/${name}/${file}`).then(
          (text) => text?.trim(),
          () => undefined,
        );
      const [mac, type, state, speed, flags] = await Promise.all(
        ["address", "type", "operstate", "speed", "flags"].map(read),
      );
      if (type === undefined) return undefined; // No adapter but a file, e.g. bonding_masters.
      const target = await files.link(`${NET_DIRECTORY}/${name}`).catch(() => "");
      const mbps = toNumber(speed);
      return definedFields<ObservedAdapter>({
        name,
        mac_address: normalMac(mac),
        ip_addresses: (addresses[name] ?? []).flatMap(({ address }) => normalIp(address) ?? []),
        speed_mbps: mbps !== undefined && mbps > 0 ? mbps : undefined,
        up: state === "unknown" ? (Number(flags) & IFF_UP) === IFF_UP : state === "up",
        loopback: toNumber(type) === LOOPBACK_TYPE,
        virtual: target.includes("/virtual/net/"),
      });
    }),
  );
  return adapters.filter((adapter) => adapter !== undefined);
}

/** Name of the adapter with the default route of lowest metric, IPv4 before IPv6. */
export async function readDefaultAdapter({ files }: Scan): Promise<string | undefined> {
  const ipv4 =
    (await readIfPresent(files, "/proc/net/route"))?.split("\n").map((line) => line.trim().split(/\s+/)) ?? [];
  const routes4 = ipv4.filter((cells) => cells[1] === "00000000" && cells[7] === "00000000");
  const best4 = routes4.toSorted((a, b) => Number(a[6]) - Number(b[6]))[0]?.[0];
  if (best4 !== undefined) return best4;
  const ipv6 =
    (await readIfPresent(files, "/proc/net/ipv6_route"))?.split("\n").map((line) => line.trim().split(/\s+/)) ?? [];
  const routes6 = ipv6.filter((cells) => /^0+$/.test(cells[0] ?? "") && cells[1] === "00" && cells[9] !== "lo");
  return routes6.toSorted((a, b) => Number(`0x${a[5]}`) - Number(`0x${b[5]}`))[0]?.[9];
}
