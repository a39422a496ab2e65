import type { CollectedHost, Disk, Hardware, OperatingSystem } from "../collector.model.ts";
import { definedFields, toGb } from "../text.ts";
import { looksVirtual } from "../virtual-vendors.ts";
import type { Answers } from "./rows.ts";

/** `ProductType` of Win32_OperatingSystem: 1 is a workstation, 2 a domain controller, 3 a server. */
const WORKSTATION = 1;

/** Architecture of `uname -m` for `OSArchitecture`, which is translated and may hold blanks. */
function architectureOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/arm/i.test(text)) return text.includes("64") ? "arm64" : "arm";
  return text.includes("64") ? "x86_64" : "x86";
}

export function operatingSystem(answers: Answers): OperatingSystem {
  const row = answers.first("operating_system");
  return definedFields<OperatingSystem>({
    name: row.text("Caption")?.replace(/[®™]|\((?:R|TM)\)/gi, "") ?? "Microsoft Windows",
    version: row.text("Version"),
    family: "windows",
    architecture: architectureOf(row.text("OSArchitecture")),
    kernel: row.text("BuildNumber") ?? row.text("Version"),
  });
}

/** Hardware and kind of device; values that the script did not report are absent. */
export function machine(answers: Answers): Pick<CollectedHost, "hardware" | "device_type"> {
  const computer = answers.first("computer_system");
  const [manufacturer, model] = [computer.text("Manufacturer"), computer.text("Model")];
  const memory = computer.number("TotalPhysicalMemory");
  const drives = (answers.rows("disk_drives") ?? []).filter(
    (drive) => drive.text("InterfaceType") !== "USB" && !/removable/i.test(drive.text("MediaType") ?? ""),
  );
  const diskBytes = drives.reduce((sum, drive) => sum + (drive.number("Size") ?? 0), 0);
  const virtual = manufacturer === undefined ? undefined : looksVirtual(manufacturer, model);
  const product = answers.first("operating_system").number("ProductType");
  const hardware = definedFields<Hardware>({
    manufacturer,
    model,
    serial_number: answers.first("bios").text("SerialNumber") ?? answers.first("product").text("IdentifyingNumber"),
    uuid: answers.first("product").text("UUID")?.toLowerCase(),
    cpu_model: answers.first("processor").text("Name")?.replace(/\s+/g, " "),
    cpu_cores: computer.number("NumberOfLogicalProcessors"),
    memory_gb: memory === undefined ? undefined : toGb(memory),
    disk_gb: diskBytes === 0 ? undefined : toGb(diskBytes),
    virtual,
  });
  const kind = product === WORKSTATION ? "workstation" : "server";
  return definedFields<Pick<CollectedHost, "hardware" | "device_type">>({
    hardware: Object.keys(hardware).length === 0 ? undefined : hardware,
    device_type: virtual ? "virtual_machine" : product === undefined ? undefined : kind,
  });
}

/** The host's name, qualified by its domain if it has joined one. */
export function hostNames(answers: Answers, fallback: string): Pick<CollectedHost, "hostname" | "fqdn"> {
  const computer = answers.first("computer_system");
  const hostname = computer.text("DNSHostName") ?? fallback;
  const domain = computer.flag("PartOfDomain") === true ? computer.text("Domain") : undefined;
  return { hostname, ...(domain === undefined ? {} : { fqdn: `${hostname}.${domain}`.toLowerCase() }) };
}

export function disks(answers: Answers): Disk[] | undefined {
  return answers.rows("logical_disks")?.flatMap((row) => {
    const name = row.text("DeviceID");
    const [size, free] = [row.number("Size"), row.number("FreeSpace")];
    if (name === undefined) return [];
    return definedFields<Disk>({
      name,
      mount_point: `${name}\\`,
      filesystem: row.text("FileSystem"),
      size_gb: size === undefined ? undefined : toGb(size),
      free_gb: free === undefined ? undefined : toGb(free),
    });
  });
}
