import type { DeviceType, Hardware, OperatingSystem } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { definedFields, keyValues, toGb, toNumber } from "../text.ts";
import { looksVirtual } from "../virtual-vendors.ts";

const SYSCTL_NAMES = ["hw.logicalcpu", "hw.memsize", "hw.model", "machdep.cpu.brand_string", "kern.hv_vmm_present"];
const IOREG = ["-rd1", "-c", "IOPlatformExpertDevice"];

/** Parses `sw_vers`: product name, version and build. */
function parseSwVers(text: string): Pick<OperatingSystem, "name" | "version"> {
  const values = keyValues(text, ":");
  return definedFields<Pick<OperatingSystem, "name" | "version">>({
    name: values.get("ProductName"),
    version: values.get("ProductVersion"),
  });
}

export async function readOperatingSystem(scan: Scan): Promise<OperatingSystem> {
  const { os } = scan;
  const product = await scan.part("os.version", async () => parseSwVers(await scan.output("sw_vers", [])));
  return { name: "macOS", ...product, family: "macos", architecture: os.machine(), kernel: os.release() };
}

/** The platform's UUID and serial number from `ioreg`, which needs no permission and answers at once. */
function parseIoreg(text: string): { uuid?: string; serial_number?: string } {
  const value = (key: string) => new RegExp(`"${key}" = "([^"]*)"`).exec(text)?.[1];
  return definedFields<{ uuid?: string; serial_number?: string }>({
    uuid: value("IOPlatformUUID")?.toLowerCase(),
    serial_number: value("IOPlatformSerialNumber"),
  });
}

/** Name and model of `system_profiler -json SPHardwareDataType`. */
function parseHardwareProfile(text: string): Pick<Hardware, "model" | "serial_number" | "uuid" | "cpu_model"> {
  const parsed = JSON.parse(text) as { SPHardwareDataType?: Record<string, unknown>[] };
  const profile = parsed.SPHardwareDataType?.[0] ?? {};
  const field = (key: string) => (typeof profile[key] === "string" ? (profile[key] as string) : undefined);
  return definedFields<Pick<Hardware, "model" | "serial_number" | "uuid" | "cpu_model">>({
    model: field("machine_model"),
    serial_number: field("serial_number"),
    uuid: field("platform_UUID")?.toLowerCase(),
    cpu_model: field("chip_type") ?? field("cpu_type"),
  });
}

/** Processors, memory and hypervisor from `sysctl`. */
function parseSysctl(text: string): Hardware {
  const values = keyValues(text, ":");
  const model = values.get("hw.model");
  const memory = toNumber(values.get("hw.memsize"));
  return definedFields<Hardware>({
    model,
    cpu_model: values.get("machdep.cpu.brand_string"),
    cpu_cores: toNumber(values.get("hw.logicalcpu")),
    memory_gb: memory === undefined ? undefined : toGb(memory),
    virtual: values.get("kern.hv_vmm_present") === "1" || looksVirtual(model),
  });
}

export async function readHardware(
  scan: Scan,
  diskGb: number | undefined,
): Promise<{ hardware: Hardware; device_type: DeviceType; machineId?: string }> {
  const [sysctl, registry, profile] = await Promise.all([
    // sysctl reports unknown names on standard error and answers the others, so the exit code is ignored.
    scan.part("hardware", async () => {
      const { stdout } = await scan.runner.run("sysctl", SYSCTL_NAMES, { timeoutMs: 20_000, maxBytes: 65_536 });
      return parseSysctl(stdout);
    }),
    scan.part("hardware.uuid", async () => parseIoreg(await scan.output("ioreg", IOREG))),
    scan.part("hardware.model", async () =>
      parseHardwareProfile(await scan.output("system_profiler", ["-json", "SPHardwareDataType"])),
    ),
  ]);
  const uuid = registry?.uuid ?? profile?.uuid;
  const hardware = definedFields<Hardware>({
    manufacturer: "Apple Inc.",
    ...sysctl,
    ...profile,
    ...registry,
    disk_gb: diskGb,
  });
  return {
    hardware,
    device_type: hardware.virtual ? "virtual_machine" : "workstation",
    ...(uuid === undefined ? {} : { machineId: uuid }),
  };
}
