import type { OperatingSystem } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { definedFields, readIfPresent } from "../text.ts";

/**
 * Parses os-release(5): lines of `KEY=value`, the value bare or quoted as in a shell. Skips comments and other lines.
 */
export function parseOsRelease(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split("\n")) {
    const match = /^\s*([A-Z0-9_]+)=(.*?)\s*$/.exec(line);
    if (match?.[1]) values.set(match[1], unquote(match[2] ?? ""));
  }
  return values;
}

/** The distribution, from os-release or, on releases older than it, from /etc/redhat-release. */
export async function readOperatingSystem({ files, os }: Scan): Promise<OperatingSystem> {
  const machine: OperatingSystem = { family: "linux", architecture: os.machine(), kernel: os.release() };
  const release =
    (await readIfPresent(files, "/etc/os-release")) ?? (await readIfPresent(files, "/usr/lib/os-release"));
  if (release !== undefined) {
    const values = parseOsRelease(release);
    return definedFields<OperatingSystem>({
      ...machine,
      name: values.get("NAME") ?? values.get("ID") ?? "Linux",
      version: values.get("VERSION_ID") ?? values.get("BUILD_ID"),
    });
  }
  const line = (await readIfPresent(files, "/etc/redhat-release"))?.split("\n")[0] ?? "Linux";
  const match = /^(.*?)(?: release)? ([\d.]+)/.exec(line);
  return definedFields<OperatingSystem>({ ...machine, name: match?.[1] ?? line, version: match?.[2] });
}

function unquote(value: string): string {
  const quote = value[0];
  if (quote === "'" && value.endsWith("'") && value.length > 1) return value.slice(1, -1);
  const inner = quote === '"' && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value;
  return inner.replace(/\\(.)/g, "$1");
}
