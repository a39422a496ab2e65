/** Contents of /proc/cpuinfo: the model's name, if any, and the number of processors. */
export interface CpuInfo {
  model?: string;
  processors: number;
  /** Whether an x86 processor has the flag of a hypervisor. */
  hypervisor: boolean;
}

/** Makers and cores of servers by ARM's "CPU implementer" and "CPU part" (Main ID Register). */
const ARM_IMPLEMENTERS: Record<string, string> = {
  "0x41": "ARM",
  "0x42": "Broadcom",
  "0x43": "Cavium",
  "0x46": "Fujitsu",
  "0x48": "HiSilicon",
  "0x4e": "NVIDIA",
  "0x50": "Applied Micro",
  "0x51": "Qualcomm",
  "0x61": "Apple",
  "0xc0": "Ampere",
};
const ARM_PARTS: Record<string, string> = {
  "0xb76": "ARM1176",
  "0xc07": "Cortex-A7",
  "0xd03": "Cortex-A53",
  "0xd05": "Cortex-A55",
  "0xd07": "Cortex-A57",
  "0xd08": "Cortex-A72",
  "0xd09": "Cortex-A73",
  "0xd0b": "Cortex-A76",
  "0xd0c": "Neoverse-N1",
  "0xd40": "Neoverse-V1",
  "0xd49": "Neoverse-N2",
  "0xd4f": "Neoverse-V2",
};

/** Parses /proc/cpuinfo of x86, ARM, POWER, RISC-V, LoongArch and s390x, whose keys differ. */
export function parseCpuInfo(text: string): CpuInfo {
  const first = new Map<string, string>();
  let processors = 0;
  for (const line of text.split("\n")) {
    const at = line.indexOf(":");
    if (at < 0) continue;
    const key = line.slice(0, at).trim();
    if (/^processor( \d+)?$/.test(key)) processors += 1;
    if (!first.has(key)) first.set(key, line.slice(at + 1).trim());
  }
  const named = ["model name", "Model Name", "cpu model", "cpu", "uarch"].map((key) => first.get(key)).find(Boolean);
  const model = named ?? armModel(first);
  const hypervisor = (first.get("flags") ?? "").split(" ").includes("hypervisor");
  return { ...(model === undefined ? {} : { model: model.replace(/\s+/g, " ") }), processors, hypervisor };
}

/** Number of processors in a kernel list such as `0-3,8,10-11`. */
export function countCpuList(text: string): number {
  let count = 0;
  for (const range of text.trim().split(",")) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(range);
    if (match) count += Number(match[2] ?? match[1]) - Number(match[1]) + 1;
  }
  return count;
}

/** `MemTotal` of /proc/meminfo in bytes. */
export function parseMemTotal(text: string): number | undefined {
  const match = /^MemTotal:\s+(\d+) kB/m.exec(text);
  return match ? Number(match[1]) * 1024 : undefined;
}

function armModel(values: Map<string, string>): string | undefined {
  const implementer = values.get("CPU implementer");
  const part = values.get("CPU part");
  if (implementer === undefined || part === undefined) return values.get("Processor");
  const maker = ARM_IMPLEMENTERS[implementer] ?? `implementer ${implementer}`;
  return `${maker} ${(implementer === "0x41" ? ARM_PARTS[part] : undefined) ?? `part ${part}`}`;
}
