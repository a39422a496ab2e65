import type { ProcessRecord } from "../collector.model.ts";
import { maskSecrets } from "../masking.ts";
import { definedFields, toInstant, toMb } from "../text.ts";

/** Two tables, because only the last column may hold blanks. `lstart` is in UTC, the zone that commands run in. */
export const PS = ["-axwwo", "pid=,user=,pcpu=,rss=,lstart=,comm="];
export const PS_ARGS = ["-axwwo", "pid=,args="];

const LINE = /^\s*(\d+)\s+(\S+)\s+([\d.,]+)\s+(\d+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]{8}\s+\d{4})\s+(.+?)\s*$/;

/** Parses the output of `ps` with the columns of `PS` and of `PS_ARGS`. */
export function parsePs(text: string, argsText: string): ProcessRecord[] {
  const commandLines = new Map<number, string>();
  for (const line of argsText.split("\n")) {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line);
    if (match?.[2]) commandLines.set(Number(match[1]), match[2].trim());
  }
  return text.split("\n").flatMap((line) => {
    const [, pid, user, cpu, rss, started, command = ""] = LINE.exec(line) ?? [];
    if (pid === undefined) return [];
    const commandLine = commandLines.get(Number(pid));
    return definedFields<ProcessRecord>({
      pid: Number(pid),
      name: command.slice(command.lastIndexOf("/") + 1) || command,
      command_line: commandLine === undefined ? undefined : maskSecrets(commandLine),
      user,
      cpu_percent: Number((cpu ?? "").replace(",", ".")),
      memory_mb: toMb(Number(rss) * 1024),
      started_at: toInstant(Date.parse(`${started} UTC`) / 1000),
    });
  });
}
