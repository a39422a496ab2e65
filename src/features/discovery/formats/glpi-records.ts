import type { Disk, InstalledApplication, ProcessRecord } from "../../../model/host.ts";
import { TEXT_LIMITS } from "../host.model.ts";
import { inventoryDay, inventoryInstant } from "./time.ts";
import { clip, clipped, definedFields, gigabytes, number, type Row, round, rowOf, rowsOf, text } from "./values.ts";

const { name: NAME, text: TEXT, commandLine: COMMAND_LINE } = TEXT_LIMITS;

/**
 * File systems without swap. On Windows `letter` is the drive letter, or the label of a volume without one, and `type`
 * the kind of drive; elsewhere `type` is the mount point.
 */
export function disksOf(content: Row): Disk[] | undefined {
  return rowsOf(content, "drives")
    ?.filter((row) => !/swap/i.test(text(row, "filesystem") ?? ""))
    .map((row) => {
      const type = clipped(row, TEXT, "type");
      const letter = clipped(row, TEXT, "letter");
      return definedFields<Disk & { label?: string }>({
        name: letter ?? clipped(row, TEXT, "volumn", "label") ?? type,
        mount_point: [letter, type].find((place) => place !== undefined && /^([A-Za-z]:|\/)/.test(place)),
        filesystem: clipped(row, NAME, "filesystem"),
        size_gb: gigabytes(number(row, "total")),
        free_gb: gigabytes(number(row, "free")),
        label: clipped(row, NAME, "label"),
      });
    });
}

/**
 * Every package and program as reported, doubles included; later steps merge them. `source` (rpm, dpkg, registry ...)
 * stays in the raw record: it names where the agent read the entry, not the vendor.
 */
export function applicationsOf(content: Row): InstalledApplication[] | undefined {
  return rowsOf(content, "softwares")?.map((row) => {
    const installed = text(row, "install_date", "installdate");
    return definedFields<InstalledApplication & { source?: string }>({
      name: clipped(row, NAME, "name", "guid"),
      vendor: clipped(row, NAME, "publisher"),
      version: clipped(row, NAME, "version"),
      architecture: clipped(row, NAME, "arch"),
      install_date: installed === undefined ? undefined : clip(inventoryDay(installed), NAME),
      install_location: clipped(row, TEXT, "folder"),
      source: clipped(row, NAME, "from"),
    });
  });
}

/** Agents report a process's memory as percent of the host's. */
export function processesOf(content: Row, offset: number): ProcessRecord[] | undefined {
  const memory = number(rowOf(content, "hardware"), "memory");
  return rowsOf(content, "processes")?.map((row) => {
    const command = text(row, "cmd");
    const pid = number(row, "pid");
    const share = number(row, "mem") ?? -1;
    const started = text(row, "started");
    return definedFields<ProcessRecord>({
      pid: Number.isSafeInteger(pid) ? pid : undefined,
      name: command === undefined ? undefined : clip(processName(command), TEXT),
      command_line: command === undefined ? undefined : clip(command, COMMAND_LINE),
      user: clipped(row, NAME, "user"),
      cpu_percent: number(row, "cpuusage"),
      memory_mb: memory !== undefined && share >= 0 && share <= 100 ? round((memory * share) / 100, 1) : undefined,
      started_at: started === undefined ? undefined : clip(startOf(started, offset), NAME),
    });
  });
}

function startOf(started: string, offset: number): string {
  const instant = inventoryInstant(started, offset);
  return instant === undefined ? started : new Date(instant).toISOString();
}

/**
 * The program that a command line runs, without its folder: the quoted path, the path up to `.exe`, the executable of
 * a macOS bundle, whose name may hold blanks, or the first word. `[kworker/0:1]` and `sshd: user` keep the name alone.
 */
export function processName(command: string): string {
  const kernel = /^\[([^\]/]+)/.exec(command)?.[1];
  if (kernel) return kernel;
  const path =
    /^"([^"]+)"/.exec(command)?.[1] ??
    /^[a-z]:\\[^"]*?\.exe(?=\s|$)/i.exec(command)?.[0] ??
    /^\/.*?\.app\/Contents\/MacOS\/[^/]+?(?=\s-|$)/.exec(command)?.[0].trimEnd() ??
    /^\S+/.exec(command)?.[0] ??
    command;
  const name = path.replace(/:$/, "").replace(/^.*[\\/](?=.)/s, "");
  return name.replace(/^-(?=\w)/, "");
}
