import type { ProcessRecord } from "../collector.model.ts";
import { maskCommandLine } from "../masking.ts";
import type { Scan } from "../parts.ts";
import { definedFields, isAbsent, isDenied, mapLimit, readText, toInstant, toMb } from "../text.ts";

/** Ticks of /proc/[pid]/stat in a second: USER_HZ, 100 on every architecture that Linux servers have. */
const TICKS_PER_SECOND = 100;
const MAX_COMMAND_LINE_BYTES = 8 * 1024;

/** The used fields of /proc/[pid]/stat (proc_pid_stat(5)); times in ticks, the start since boot. */
export interface ProcessStat {
  comm: string;
  cpuTicks: number;
  startTicks: number;
}

/** Parses /proc/[pid]/stat. The name is in parentheses and may hold parentheses itself, so the last one ends it. */
export function parseProcessStat(text: string): ProcessStat | undefined {
  const end = text.lastIndexOf(")");
  const comm = text.slice(text.indexOf("(") + 1, end);
  const fields = text.slice(end + 2).split(" ");
  const [user, system, start] = [fields[11], fields[12], fields[19]].map(Number);
  if (end < 0 || user === undefined || system === undefined || start === undefined || Number.isNaN(start))
    return undefined;
  return { comm, cpuTicks: user + system, startTicks: start };
}

/** Real user id and resident bytes from /proc/[pid]/status; kernel threads have no memory of their own. */
function parseProcessStatus(text: string): { uid?: number; residentBytes?: number } {
  const uid = /^Uid:\s+(\d+)/m.exec(text)?.[1];
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(text)?.[1];
  return {
    ...(uid === undefined ? {} : { uid: Number(uid) }),
    ...(resident === undefined ? {} : { residentBytes: Number(resident) * 1024 }),
  };
}

/**
 * The program's name. The kernel's name is cut to 15 characters and may be that of the main thread; the program's file
 * name completes or replaces it if the arguments show it.
 */
export function processName(comm: string, argv: readonly string[]): string {
  const first = (argv[0] ?? "").replace(/^-/, "");
  const program = first.includes(" ") && !first.startsWith("/") ? "" : first.slice(first.lastIndexOf("/") + 1);
  if (program === "") return comm;
  // Node.js names its main thread, and that name hides the program's.
  const hidden = comm === "MainThread" || comm === "node-MainThread" || comm === "";
  return hidden || (comm.length === 15 && program.startsWith(comm)) ? program : comm;
}

/** All processes that this user may see, by pid, without those that end meanwhile. */
export async function readProcesses(scan: Scan, userNames: ReadonlyMap<number, string>): Promise<ProcessRecord[]> {
  const { files, notes } = scan;
  const pids = (await files.list("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  if (!pids.includes(1)) notes.add("processes: those of other users are hidden (hidepid); needs root");
  const bootSeconds = Number(/^btime (\d+)/m.exec(await readText(files, "/proc/stat"))?.[1]);
  const nowSeconds = scan.clock.now().getTime() / 1000;
  const records = await mapLimit(pids, 16, async (pid) => {
    try {
      return await readProcess(scan, pid, bootSeconds, nowSeconds, userNames);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      if (!isDenied(error)) throw error;
      notes.add("processes: some could not be read (needs root)");
      return undefined;
    }
  });
  return records.filter((record) => record !== undefined).sort((a, b) => a.pid - b.pid);
}

async function readProcess(
  { files }: Scan,
  pid: number,
  bootSeconds: number,
  nowSeconds: number,
  userNames: ReadonlyMap<number, string>,
): Promise<ProcessRecord | undefined> {
  const stat = parseProcessStat(await readText(files, `/proc/${pid}/stat`));
  if (stat === undefined) return undefined;
  const { uid, residentBytes } = parseProcessStatus(await readText(files, `/proc/${pid}/status`));
  const argv = splitCommandLine(await readText(files, `/proc/${pid}/cmdline`, MAX_COMMAND_LINE_BYTES));
  const startedAt = bootSeconds + stat.startTicks / TICKS_PER_SECOND;
  const lived = nowSeconds - startedAt;
  return definedFields<ProcessRecord>({
    pid,
    name: processName(stat.comm, argv) || String(pid),
    command_line: maskCommandLine(argv),
    user: uid === undefined ? undefined : (userNames.get(uid) ?? String(uid)),
    cpu_percent: lived > 0 ? Math.round((stat.cpuTicks / TICKS_PER_SECOND / lived) * 1000) / 10 : undefined,
    memory_mb: residentBytes === undefined ? undefined : toMb(residentBytes),
    started_at: toInstant(startedAt),
  });
}

/** Splits arguments, each of which ends with NUL; a rewritten title leaves empty ones at the end, which are dropped. */
function splitCommandLine(text: string): string[] {
  return text.replace(/\0+$/, "").split("\0");
}
