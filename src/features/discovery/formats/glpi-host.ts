import type { Hardware, OperatingSystem } from "../../../model/host.ts";
import { type DiscoveredHost, TEXT_LIMITS } from "../host.model.ts";
import { clipped, definedFields, gigabytes, number, type Row, rowOf, rowsOf, text, textWithin } from "./values.ts";

const { name: NAME } = TEXT_LIMITS;

/** Agents' names of container techniques. */
const CONTAINERS =
  /^(docker|podman|lxc|lxd|openvz|virtuozzo|vserver|systemd-nspawn|bsdjail|solariszone|wpar|container)/i;
const PHYSICAL_SYSTEM = /^(physical|bare ?metal|none)$/i;

/** Chassis types (SMBIOS, table 17) that show the kind of device. */
const CHASSIS: readonly [RegExp, string][] = [
  [/server|rack mount|blade|multi-?system/i, "server"],
  [
    /laptop|notebook|portable|hand ?held|tablet|convertible|detachable|desktop|tower|all.in.one|lunch ?box|mini pc|stick pc|space-saving|low profile|pizza/i,
    "workstation",
  ],
];

/** Device types of network inventories. */
const ITEMS: ReadonlyMap<string, string> = new Map([
  ["networkequipment", "network_device"],
  ["networking", "network_device"],
  ["printer", "printer"],
  ["storage", "storage"],
  ["phone", "phone"],
]);

/**
 * Host name and fully qualified name. On macOS the computer's name is a phrase; the host name then comes from the
 * qualified name, or from the device id, which is the host name and the time of installation.
 */
export function namesOf(content: Row, deviceId: string | undefined): Pick<DiscoveredHost, "hostname" | "fqdn"> {
  const system = rowOf(content, "operatingsystem");
  const given =
    textWithin(rowOf(content, "hardware"), NAME, "name") ?? textWithin(rowOf(content, "network_device"), NAME, "name");
  const candidates = [given, textWithin(system, NAME, "fqdn"), deviceId?.replace(/-\d{4}(-\d\d){5}$/, "")];
  const name = candidates.find((candidate) => candidate !== undefined && !/\s/.test(candidate)) ?? given;
  if (name === undefined) return {};
  const hostname = /^[\d.]+$/.test(name) || /\s/.test(name) ? name : name.replace(/(?<=.)\..*$/s, "");
  const domain = textWithin(system, NAME, "dns_domain");
  const qualified = [textWithin(system, NAME, "fqdn"), name, domain && `${hostname}.${domain}`];
  return definedFields({ hostname, fqdn: qualified.find(isQualified) });
}

function isQualified(name: string | undefined): name is string {
  return name !== undefined && name.length <= NAME && /^[^\s.]+\.\S+$/.test(name) && !/^[\d.]+$/.test(name);
}

/** The operating system; undefined if the inventory has none. */
export function operatingSystemOf(content: Row): OperatingSystem | undefined {
  const system = rowOf(content, "operatingsystem");
  const hardware = rowOf(content, "hardware");
  const family = familyOf(text(system, "kernel_name") ?? text(hardware, "osname") ?? text(system, "name") ?? "");
  const short = clipped(system, NAME, "name");
  const full = clipped(system, NAME, "full_name") ?? clipped(hardware, NAME, "osname");
  const kernel = clipped(system, TEXT_LIMITS.text, "kernel_version");
  const os = definedFields<OperatingSystem>({
    // There the short names are `Windows` and `MacOSX`; elsewhere the full name repeats the version.
    name: family === "windows" || family === "macos" ? (full ?? short) : (short ?? full),
    version:
      clipped(system, NAME, "version") ??
      clipped(hardware, NAME, "osversion") ??
      (family === "windows" ? kernel : undefined),
    family,
    architecture: clipped(system, NAME, "arch"),
    kernel,
  });
  return Object.keys(os).length > 0 ? os : undefined;
}

function familyOf(kernel: string): string | undefined {
  if (kernel === "") return undefined;
  if (/win/i.test(kernel) && !/darwin/i.test(kernel)) return "windows";
  if (/darwin|mac ?os|os x/i.test(kernel)) return "macos";
  return /linux/i.test(kernel) ? "linux" : "other";
}

/** Hardware as reported; placeholders of board makers stay, because identification recognises them. */
export function hardwareOf(content: Row): Hardware | undefined {
  const bios = rowOf(content, "bios");
  const machine = rowOf(content, "hardware");
  const device = rowOf(content, "network_device");
  const processors = rowsOf(content, "cpus") ?? [];
  const hardware = definedFields<Hardware>({
    manufacturer:
      clipped(bios, NAME, "smanufacturer", "mmanufacturer", "bmanufacturer") ?? clipped(device, NAME, "manufacturer"),
    model: clipped(bios, NAME, "smodel", "mmodel") ?? clipped(device, NAME, "model"),
    serial_number: textWithin(bios, NAME, "ssn", "enclosureserial", "biosserial") ?? textWithin(device, NAME, "serial"),
    uuid: textWithin(machine, NAME, "uuid"),
    cpu_model: clipped(processors[0] ?? {}, NAME, "name") ?? clipped(machine, NAME, "processort"),
    cpu_cores: coresOf(processors, machine),
    memory_gb: memoryOf(content),
    disk_gb: gigabytes(
      sum((rowsOf(content, "storages") ?? []).filter(isBuiltIn).map((row) => number(row, "disksize"))),
    ),
    virtual: virtualOf(machine),
  });
  return Object.keys(hardware).length > 0 ? hardware : undefined;
}

/** Enabled cores of all sockets. */
function coresOf(processors: readonly Row[], machine: Row): number | undefined {
  const cores =
    sum(processors.map((row) => number(row, "core", "corecount", "cores"))) ?? number(machine, "processorn");
  return cores !== undefined && Number.isSafeInteger(cores) && cores > 0 ? cores : undefined;
}

function memoryOf(content: Row): number | undefined {
  const total =
    number(rowOf(content, "hardware"), "memory") ?? number(rowOf(content, "network_device"), "memory", "ram");
  if (total !== undefined && total > 0) return gigabytes(total);
  return gigabytes(sum((rowsOf(content, "memories") ?? []).map((row) => number(row, "capacity"))));
}

/** Whether a drive is built in: no card reader, optical drive or USB drive. */
function isBuiltIn(row: Row): boolean {
  const what = [text(row, "type"), text(row, "interface"), text(row, "description")].filter(Boolean).join(" ");
  return !/\b(usb|cd|dvd|cd-?rom|dvd-?rom|bd-?rom|optical|removable|card reader|floppy|tape)\b/i.test(what);
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined && value >= 0) as number[];
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0);
}

function virtualOf(machine: Row): boolean | undefined {
  const system = text(machine, "vmsystem");
  return system === undefined ? undefined : !PHYSICAL_SYSTEM.test(system);
}

/** The kind of device; undefined if the inventory does not show it. */
export function deviceType(content: Row, itemType: string | undefined): string | undefined {
  const machine = rowOf(content, "hardware");
  const item = [itemType, text(rowOf(content, "network_device"), "type")].find((name) =>
    ITEMS.has((name ?? "").toLowerCase()),
  );
  if (item !== undefined) return ITEMS.get(item.toLowerCase());
  const system = text(machine, "vmsystem") ?? "";
  if (CONTAINERS.test(system)) return "container";
  if (system !== "" && !PHYSICAL_SYSTEM.test(system)) return "virtual_machine";
  const chassis = text(machine, "chassis_type", "type") ?? text(rowOf(content, "bios"), "type") ?? "";
  return CHASSIS.find(([pattern]) => pattern.test(chassis))?.[1];
}
