import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode } from "../../errors.ts";

const run = promisify(execFile);

/** A running process; `command` is its arguments joined with blanks. */
export interface ProcessEntry {
  pid: number;
  command: string;
}

/**
 * Identifies a process beyond its pid, which may be reused: its start time, with the boot id if the system has one.
 * Undefined if no such process runs.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") return linuxIdentity(pid);
  const line =
    process.platform === "win32"
      ? await output("powershell", ["-NoProfile", "-Command", `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`])
      : await output("ps", ["-o", "lstart=", "-p", String(pid)]);
  return line.trim() || undefined;
}

async function linuxIdentity(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  // proc(5): the name stands in brackets and may hold any character; state is field 3, start time field 22.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields.length < 20 || fields[0] === "Z" || fields[0] === "X") return undefined;
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "latin1").catch(() => "");
  return `${fields[19]}@${boot.trim()}`;
}

/** All processes that this user can see. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  if (process.platform === "linux") return linuxProcesses();
  const script = 'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.CommandLine)" }';
  const text =
    process.platform === "win32"
      ? await output("powershell", ["-NoProfile", "-Command", script])
      : await output("ps", ["-axww", "-o", "pid=,command="]);
  return text.split(/\r?\n/).flatMap((line) => {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), command: match[2] ?? "" }] : [];
  });
}

async function linuxProcesses(): Promise<ProcessEntry[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return { pid, command: line.split("\0").join(" ").trim() };
    }),
  );
  return entries.filter((entry) => entry.command !== "");
}

/** Whether the command line contains this whole argument: `/a/home` does not match `/a/home2`. */
export function hasArgument(entry: ProcessEntry, argument: string): boolean {
  return ` ${entry.command} `.includes(` ${argument} `);
}

/**
 * Ends a process that is not our child: sends the first signal, and after `graceMs` the last one.
 * Resolves with whether it has ended; false also if it belongs to another user.
 */
export async function endProcess(
  pid: number,
  first: NodeJS.Signals,
  last: NodeJS.Signals,
  graceMs: number,
): Promise<boolean> {
  const identity = await processIdentity(pid);
  if (identity === undefined) return true;
  const hasEnded = async (withinMs: number): Promise<boolean> => {
    for (const until = Date.now() + withinMs; Date.now() < until; await sleep(50)) {
      if ((await processIdentity(pid)) !== identity) return true;
    }
    return false;
  };
  if (!signal(pid, first)) return hasEnded(100);
  if (await hasEnded(graceMs)) return true;
  signal(pid, last);
  return hasEnded(10_000);
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ESRCH" || code === "EPERM") return false;
    throw error;
  }
}

/** Standard output of a tool; empty if it fails, which means that there is no such process. */
async function output(command: string, args: string[]): Promise<string> {
  return run(command, args, { maxBuffer: 64 << 20, windowsHide: true }).then(
    (done) => done.stdout,
    () => "",
  );
}
