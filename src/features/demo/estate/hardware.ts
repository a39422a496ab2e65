import type { EstateCi, EstateLink, EstatePart } from "../demo.model.ts";
import { link, machine, needs, needsOneOf, numbered, software } from "./builders.ts";

/** Name of the data centre, the site of all other CIs. A second load finds the demo by it. */
export const SITE = "Data centre fra1.example.com";

const RACKS = ["fra1-rack-a", "fra1-rack-b", "fra1-rack-c", "fra1-rack-d"];
const [RACK_A, RACK_B, RACK_C, RACK_D] = RACKS as [string, string, string, string];
export const FIREWALLS = numbered("fra1-fw", 2);
const CORES = numbered("fra1-core", 2);

/** Leaf switches with their racks, each connected to both cores. */
const LEAVES: readonly [string, string][] = [
  ["fra1-leaf-01", RACK_A],
  ["fra1-leaf-02", RACK_B],
  ["fra1-leaf-03", RACK_C],
  ["fra1-leaf-04", RACK_D],
];

function network(): EstatePart {
  const device = (name: string, place: number, product: string) =>
    machine(name, "network_device", `192.0.2.${place}`, product);
  const cis: EstateCi[] = [
    software("transit-a", "service", "IP transit", { external: true }),
    software("transit-b", "service", "IP transit", { external: true }),
    device("fra1-edge-01", 1, "VyOS 1.4"),
    device("fra1-edge-02", 2, "VyOS 1.4"),
    ...FIREWALLS.map((name, i) => device(name, 5 + i, "OPNsense 25.1")),
    ...CORES.map((name, i) => device(name, 9 + i, "SONiC 202411")),
    ...LEAVES.map(([name], i) => device(name, 13 + i, "SONiC 202411")),
    device("fra1-mgmt-01", 20, "OpenWrt 24.10"),
  ];
  const links: EstateLink[] = [
    ...needs("fra1-edge-01", "transit-a"),
    ...needs("fra1-edge-02", "transit-b"),
    ...FIREWALLS.flatMap((name) => needsOneOf(name, "edge", ["fra1-edge-01", "fra1-edge-02"], "routes_through")),
    ...LEAVES.flatMap(([name]) => needsOneOf(name, "uplink", CORES, "routes_through")),
    ...LEAVES.map(([name, rack]) => link("located_in", name, rack)),
    ...[...CORES, ...FIREWALLS].map((name) => link("located_in", name, RACK_A)),
  ];
  return { cis, links };
}

/** Physical servers with product, switches and rack. Rack c has no second switch yet. */
const SERVERS: readonly [string, string, readonly string[], string][] = [
  ["fra1-hv-01", "Proxmox VE 8.4", ["fra1-leaf-01", "fra1-leaf-02"], RACK_A],
  ["fra1-hv-02", "Proxmox VE 8.4", ["fra1-leaf-01", "fra1-leaf-02"], RACK_A],
  ["fra1-hv-03", "Proxmox VE 8.4", ["fra1-leaf-02", "fra1-leaf-01"], RACK_B],
  ["fra1-hv-04", "Proxmox VE 8.4", ["fra1-leaf-02", "fra1-leaf-01"], RACK_B],
  ["fra1-hv-05", "Proxmox VE 8.4", ["fra1-leaf-03"], RACK_C],
  ["fra1-hv-06", "Proxmox VE 8.4", ["fra1-leaf-03"], RACK_C],
  ["fra1-hv-07", "Proxmox VE 8.4", ["fra1-leaf-04", "fra1-leaf-02"], RACK_D],
  ["fra1-hv-08", "Proxmox VE 8.4", ["fra1-leaf-04", "fra1-leaf-02"], RACK_D],
  ["fra1-dbhost-01", "Debian GNU/Linux 12", ["fra1-leaf-01", "fra1-leaf-02"], RACK_A],
  ["fra1-dbhost-02", "Debian GNU/Linux 12", ["fra1-leaf-02", "fra1-leaf-04"], RACK_B],
  ["fra1-dbhost-03", "Debian GNU/Linux 12", ["fra1-leaf-04", "fra1-leaf-02"], RACK_D],
  ["fra1-ceph-01", "Ceph 19.2", ["fra1-leaf-01", "fra1-leaf-02"], RACK_A],
  ["fra1-ceph-02", "Ceph 19.2", ["fra1-leaf-02", "fra1-leaf-04"], RACK_B],
  ["fra1-ceph-03", "Ceph 19.2", ["fra1-leaf-04", "fra1-leaf-01"], RACK_D],
];

function servers(): EstatePart {
  const cis = SERVERS.map(([name, product], i) => {
    const ci = machine(name, "server", `192.0.2.${31 + i}`, product, { cpu_cores: 64, memory_gb: 512 });
    // Runs no virtual machine while its memory is replaced.
    return name === "fra1-hv-08" ? { ...ci, status: "maintenance" as const } : ci;
  });
  const links = SERVERS.flatMap(([name, , switches, rack]) => [
    ...(switches.length > 1
      ? needsOneOf(name, "uplink", switches, "routes_through")
      : switches.map((leaf) => link("routes_through", name, leaf, { criticality: "high" }))),
    link("located_in", name, rack),
    ...(name.includes("-hv-") ? needs(name, "ceph-block") : []),
  ]);
  return { cis, links };
}

function storage(): EstatePart {
  return {
    cis: [
      software("ceph-block", "storage", "Ceph 19.2", { capacity_tb: 180 }),
      machine("fra1-nas-01", "storage", "192.0.2.61", "TrueNAS 25.04", { capacity_tb: 96 }),
      machine("fra1-backup-01", "storage", "192.0.2.62", "Proxmox Backup Server 3.4", { capacity_tb: 240 }),
    ],
    links: [
      ...needsOneOf("ceph-block", "copies", numbered("fra1-ceph", 3)),
      link("routes_through", "fra1-nas-01", "fra1-leaf-04", { criticality: "high" }),
      link("routes_through", "fra1-backup-01", "fra1-leaf-04", { criticality: "high" }),
    ],
  };
}

/** Site, racks, network, servers and storage. */
export function hardware(): EstatePart[] {
  const places: EstatePart = {
    cis: RACKS.map((name) => ({ name, type: "rack", attributes: { units: 42 } })),
    links: RACKS.map((name) => link("located_in", name, SITE)),
  };
  return [places, network(), servers(), storage()];
}
