import { adaptersOfNode } from "../collect-generic.ts";
import type { CollectedHost, Hardware, InstalledApplication } from "../collector.model.ts";
import { hostIdOf } from "../host-id.ts";
import { fqdnOfHosts } from "../hostname.ts";
import type { Scan } from "../parts.ts";
import { definedFields, readIfPresent, readText, toGb } from "../text.ts";
import { readAccounts } from "./accounts.ts";
import { readAdapters, readDefaultAdapter } from "./adapters.ts";
import { readApk } from "./apk.ts";
import { readFlatpaks, readSnaps } from "./app-stores.ts";
import { type Board, deviceTypeOf, readBoard } from "./board.ts";
import { type CpuInfo, countCpuList, parseCpuInfo, parseMemTotal } from "./cpu.ts";
import { readDiskBytes, readDisks, readMounts } from "./disks.ts";
import { readDpkg } from "./dpkg.ts";
import { readOperatingSystem } from "./os-release.ts";
import { readPacman } from "./pacman.ts";
import { parsePasswd } from "./passwd.ts";
import { readProcesses } from "./processes.ts";
import { readRpm } from "./rpm.ts";
import { readSockets } from "./sockets.ts";
import { detectContainer, detectVirtual } from "./virtualization.ts";

/** Package managers with a database on the host; a host may have several. */
const PACKAGE_MANAGERS = {
  dpkg: readDpkg,
  rpm: readRpm,
  apk: readApk,
  pacman: readPacman,
  snap: readSnaps,
  flatpak: readFlatpaks,
};

/** Collects a Linux host from /proc, /sys, /etc and the package managers' databases. */
export async function collectLinux(scan: Scan): Promise<CollectedHost> {
  const { os, files } = scan;
  const hostname = os.hostname();
  const mounts = (await scan.part("disks", () => readMounts(scan))) ?? [];
  const root = mounts.findLast((mount) => mount.mountPoint === "/")?.filesystem;
  const container = (await scan.part("device_type", () => detectContainer(scan, root))) ?? false;
  const [host_id, fqdn, system, machine, disks, user_accounts, adapters, defaultAdapter, activity, applications] =
    await Promise.all([
      scan.part("host_id", () => readHostId(scan, container, hostname)),
      scan.part("fqdn", async () => fqdnOfHosts((await readIfPresent(files, "/etc/hosts")) ?? "", hostname)),
      scan.part("os", () => readOperatingSystem(scan)),
      readMachine(scan, container),
      scan.part("disks", () => readDisks(scan, mounts, container)),
      scan.part("user_accounts", () => readAccounts(scan)),
      scan.part("network_adapters", () => readAdapters(scan)).then((found) => found ?? adaptersOfNode(os)),
      scan.part("ip_address", () => readDefaultAdapter(scan)),
      readActivity(scan),
      readApplications(scan),
    ]);
  const found = { host_id, hostname, fqdn, os: system, ...machine, user_accounts, adapters, defaultAdapter };
  const lists = { disks: disks?.length ? disks : undefined, ...activity, installed_applications: applications };
  return definedFields<CollectedHost>({ ...found, ...lists });
}

/** The host id. Containers of one image share its machine id, so that their name is part of the id. */
async function readHostId({ files, notes }: Scan, container: boolean, hostname: string): Promise<string | undefined> {
  for (const path of ["/etc/machine-id", "/var/lib/dbus/machine-id"]) {
    const id = hostIdOf(await readIfPresent(files, path), container ? hostname : "");
    if (id !== undefined) return id;
  }
  notes.add("host_id: neither /etc/machine-id nor /var/lib/dbus/machine-id holds an id");
  return undefined;
}

async function readMachine(scan: Scan, container: boolean): Promise<Pick<CollectedHost, "device_type" | "hardware">> {
  const { files, notes } = scan;
  const none: CpuInfo = { processors: 0, hypervisor: false };
  const [cpu, online, memory, diskBytes, board] = await Promise.all([
    scan.part("hardware.cpu_model", async () => parseCpuInfo(await readText(files, "/proc/cpuinfo", 16 * 1024 * 1024))),
    scan.part("hardware.cpu_cores", () => readIfPresent(files, "/sys/devices/system/cpu/online")),
    scan.part("hardware.memory_gb", async () => parseMemTotal(await readText(files, "/proc/meminfo"))),
    scan.part("hardware.disk_gb", () => readDiskBytes(scan)),
    scan.part("hardware", () => readBoard(scan)),
  ]);
  const firmware: Board = board ?? {};
  const virtual = await scan.part("hardware.virtual", () => detectVirtual(scan, cpu ?? none, firmware));
  if (container && (firmware.serial_number || firmware.uuid)) {
    notes.add("hardware: serial number and UUID are left out, being those of the machine that runs this container");
  }
  const hardware = definedFields<Hardware>({
    manufacturer: firmware.manufacturer,
    model: firmware.model,
    serial_number: container ? undefined : firmware.serial_number,
    uuid: container ? undefined : firmware.uuid,
    cpu_model: cpu?.model,
    cpu_cores: countCpuList(online ?? "") || cpu?.processors || undefined,
    memory_gb: memory === undefined ? undefined : toGb(memory),
    disk_gb: diskBytes === undefined || container ? undefined : toGb(diskBytes),
    virtual: container || virtual,
  });
  return { device_type: deviceTypeOf(container, virtual === true, firmware), hardware };
}

async function readActivity(scan: Scan): Promise<Pick<CollectedHost, "processes" | "network_connections">> {
  const passwd = await scan.part("processes.user", () => readIfPresent(scan.files, "/etc/passwd", 8 * 1024 * 1024));
  // Tools show the first of several names of one uid.
  const names = new Map(
    parsePasswd(passwd ?? "")
      .reverse()
      .map(({ uid, name }) => [uid, name]),
  );
  const processes = await scan.part("processes", () => readProcesses(scan, names));
  const network_connections = await scan.part("network_connections", () => readSockets(scan, processes ?? []));
  return definedFields<Pick<CollectedHost, "processes" | "network_connections">>({ processes, network_connections });
}

/** Applications of all package managers; undefined, which removes nothing, if none could be read. */
async function readApplications(scan: Scan): Promise<InstalledApplication[] | undefined> {
  const lists = await Promise.all(
    Object.entries(PACKAGE_MANAGERS).map(([manager, read]) =>
      scan.part(`installed_applications (${manager})`, () => read(scan)),
    ),
  );
  const found = lists.filter((list) => list !== undefined);
  if (found.length === 0) scan.notes.add("installed_applications: no package manager's database could be read");
  return found.length === 0 ? undefined : found.flat();
}
