import { readFileSync } from "node:fs";
import type { NetworkInterfaceInfo } from "node:os";
import {
  type CollectorPorts,
  type CommandRunner,
  createCollector,
  type HostFiles,
  type OsFacts,
} from "../../../src/features/collector/index.ts";

/** One entry of a recording: a file's bytes, a link's target, or the error that reading it gives. */
type Entry = { bytes: Buffer } | { target: string } | { error: string };

export interface RecordedHost {
  entries: Map<string, Entry>;
  commands: Map<string, string>;
}

const NOW = new Date("2025-03-01T12:00:00.000Z");

/**
 * Reads a recording: sections headed `=== <path>` with the file's text below, `=== <path> -> <target>` for a link,
 * `=== <path> !<code>` for an unreadable file, `=== $ <command>` for a command's output. `␀` stands for NUL,
 * `␟` and `␞` for the separators of those names.
 */
export function recording(name: string): RecordedHost {
  const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
  const host: RecordedHost = { entries: new Map(), commands: new Map() };
  for (const section of text.split(/^=== /m).slice(1)) {
    const at = section.indexOf("\n");
    const head = section.slice(0, at).trim();
    const body = section
      .slice(at + 1)
      .replaceAll("␀", "\0")
      .replaceAll("␟", "\u001f")
      .replaceAll("␞", "\u001e");
    const [path = "", ...rest] = head.split(" ");
    if (path === "$") host.commands.set(rest.join(" "), body);
    else if (rest[0] === "->") host.entries.set(path, { target: rest.slice(1).join(" ") });
    else if (rest[0]?.startsWith("!")) host.entries.set(path, { error: rest[0].slice(1) });
    else host.entries.set(path, { bytes: Buffer.from(body) });
  }
  return host;
}

export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: cannot read '${path}'`), { code });
}

export function recordedFiles(host: RecordedHost, space: Record<string, [number, number]> = {}): HostFiles {
  const entry = (path: string): Entry => {
    const found = host.entries.get(path);
    if (found === undefined) throw systemError("ENOENT", path);
    if ("error" in found) throw systemError(found.error, path);
    return found;
  };
  const bytes = (path: string) => {
    const found = entry(path);
    if (!("bytes" in found)) throw systemError("EISDIR", path);
    return found.bytes;
  };
  const list = (path: string) => {
    if (host.entries.has(path)) entry(path);
    const names = [...host.entries.keys()].filter((key) => key.startsWith(`${path}/`));
    if (names.length === 0) throw systemError("ENOENT", path);
    return [...new Set(names.map((key) => key.slice(path.length + 1).split("/")[0] as string))];
  };
  const link = (path: string) => {
    const found = entry(path);
    if (!("target" in found)) throw systemError("EINVAL", path);
    return found.target;
  };
  return {
    read: async (path, maxBytes) => bytes(path).subarray(0, maxBytes),
    readAt: async (path, offset, length) => bytes(path).subarray(offset, offset + length),
    list: async (path) => list(path),
    link: async (path) => link(path),
    links: async (path) => list(path).map((name) => link(`${path}/${name}`)),
    stat: async (path) => ({ size: bytes(path).length, modifiedAt: new Date("2025-01-15T08:00:00Z") }),
    space: async (path) => {
      const [sizeBytes, freeBytes] = space[path] ?? [];
      if (sizeBytes === undefined || freeBytes === undefined) throw systemError("EACCES", path);
      return { sizeBytes, freeBytes };
    },
  };
}

function recordedRunner(host: RecordedHost): CommandRunner {
  return {
    async run(command, args) {
      const stdout = host.commands.get([command, ...args].join(" ")) ?? host.commands.get(command);
      if (stdout === undefined) throw systemError("ENOENT", command);
      return { stdout, exitCode: 0 };
    },
  };
}

/** Node's facts of the host: `addresses` by adapter, in CIDR form. */
export function recordedOs(
  names: { hostname: string; release?: string; machine?: string; uid?: number },
  addresses: Record<string, string[]> = {},
): OsFacts {
  const interfaces = Object.entries(addresses).map(([name, list]) => {
    const infos = list.map((cidr) => {
      const address = cidr.split("/")[0] ?? "";
      return { address, cidr, netmask: "", mac: "00:00:5e:00:53:99", internal: name === "lo", family: "IPv4" as const };
    });
    return [name, infos satisfies NetworkInterfaceInfo[]] as const;
  });
  return {
    hostname: () => names.hostname,
    release: () => names.release ?? "6.1.0-28-amd64",
    machine: () => names.machine ?? "x86_64",
    endianness: () => "LE",
    networkInterfaces: () => Object.fromEntries(interfaces),
    userInfo: (() => ({ uid: names.uid ?? 1000 })) as OsFacts["userInfo"],
  };
}

export function ports(host: RecordedHost, os: OsFacts, more: Partial<CollectorPorts> = {}): CollectorPorts {
  const clock = { now: () => NOW };
  return { platform: "linux", runner: recordedRunner(host), files: recordedFiles(host), os, clock, ...more };
}

/** Collects a recorded host; returns its report, the whole submission and the notes. */
export async function collected(given: CollectorPorts) {
  const collector = createCollector(given);
  const submission = await collector.collect();
  const [host] = submission.data.discovered_hosts;
  if (host === undefined) throw new Error("the submission holds no host");
  return { host, submission, notes: collector.notes };
}
