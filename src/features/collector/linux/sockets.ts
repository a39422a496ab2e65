import { ipOfBytes } from "../addresses.ts";
import type { NetworkConnection, ProcessRecord } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { isAbsent, isDenied, mapLimit, readIfPresent } from "../text.ts";

const TABLES = [
  { path: "/proc/net/tcp", protocol: "tcp" },
  { path: "/proc/net/tcp6", protocol: "tcp" },
  { path: "/proc/net/udp", protocol: "udp" },
  { path: "/proc/net/udp6", protocol: "udp" },
] as const;
const MAX_TABLE_BYTES = 64 * 1024 * 1024;
/** include/net/tcp_states.h, by the number that the tables show in hexadecimal. */
const TCP_STATES = (
  " ESTABLISHED SYN_SENT SYN_RECEIVED FIN_WAIT_1 FIN_WAIT_2 TIME_WAIT CLOSED CLOSE_WAIT LAST_ACK LISTEN CLOSING " +
  "SYN_RECEIVED"
).split(" ");

export interface Socket extends NetworkConnection {
  inode: string;
}

/**
 * Parses a table /proc/net/{tcp,tcp6,udp,udp6} (proc_net_tcp(5)). Addresses are 32-bit words in the machine's byte order,
 * ports plain hexadecimal numbers. IPv4-mapped IPv6 is folded to IPv4.
 */
export function parseSocketTable(text: string, protocol: "tcp" | "udp", endianness: "LE" | "BE"): Socket[] {
  return text.split("\n").flatMap((line) => {
    const cells = line.trim().split(/\s+/);
    const [, local, remote, state, , , , , , inode] = cells;
    if (!/^\d+:$/.test(cells[0] ?? "") || !local || !remote || !state || inode === undefined) return [];
    const from = parseEndpoint(local, endianness);
    const to = parseEndpoint(remote, endianness);
    if (from === undefined || to === undefined) return [];
    const connected = to.port !== 0;
    const name = protocol === "tcp" ? TCP_STATES[Number.parseInt(state, 16)] : connected ? "ESTABLISHED" : "LISTEN";
    return {
      protocol,
      local_address: from.address,
      local_port: from.port,
      ...(connected ? { remote_address: to.address, remote_port: to.port } : {}),
      ...(name ? { state: name } : {}),
      inode,
    };
  });
}

/** All sockets of this network namespace, with their process if this user may see it. */
export async function readSockets(scan: Scan, processes: readonly ProcessRecord[]): Promise<NetworkConnection[]> {
  const { files, os } = scan;
  const tables = await Promise.all(
    TABLES.map(async ({ path, protocol }) => {
      const text = await readIfPresent(files, path, MAX_TABLE_BYTES);
      return text === undefined ? undefined : parseSocketTable(text, protocol, os.endianness());
    }),
  );
  if (tables.every((table) => table === undefined)) throw new Error("/proc/net holds no table of sockets");
  const sockets = tables.flatMap((table) => table ?? []);
  const owners = await socketOwners(scan, processes, new Set(sockets.map((socket) => socket.inode)));
  return sockets.map(({ inode, ...socket }) => {
    const owner = owners.get(inode);
    return owner === undefined ? socket : { ...socket, pid: owner.pid, process_name: owner.name };
  });
}

/** Processes by socket inode: the first process by pid that has the socket open, so a server's parent before its children. */
async function socketOwners(
  { files, notes }: Scan,
  processes: readonly ProcessRecord[],
  inodes: ReadonlySet<string>,
): Promise<Map<string, ProcessRecord>> {
  const owners = new Map<string, ProcessRecord>();
  let denied = 0;
  await mapLimit(processes, 4, async (process) => {
    const targets = await files.links(`/proc/${process.pid}/fd`).catch((error: unknown) => {
      if (isDenied(error)) denied += 1;
      else if (!isAbsent(error)) throw error;
      return [];
    });
    for (const target of targets) {
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode === undefined || !inodes.has(inode)) continue;
      if ((owners.get(inode)?.pid ?? Number.POSITIVE_INFINITY) > process.pid) owners.set(inode, process);
    }
  });
  if (denied > 0) notes.add(`network_connections: sockets of ${denied} processes carry no process (needs root)`);
  return owners;
}

function parseEndpoint(text: string, endianness: "LE" | "BE"): { address: string; port: number } | undefined {
  const match = /^([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4})$/i.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  const bytes = [...Buffer.from(match[1], "hex")];
  const words = bytes.flatMap((_, at) => (at % 4 === 0 ? [bytes.slice(at, at + 4)] : []));
  const ordered = words.flatMap((word) => (endianness === "LE" ? word.reverse() : word));
  return { address: ipOfBytes(ordered), port: Number.parseInt(match[2], 16) };
}
