import { normalIp, normalMac } from "../addresses.ts";
import type { NetworkConnection, ObservedAdapter } from "../collector.model.ts";
import { definedFields } from "../text.ts";

/** Adapters that the system creates. `bridge` and `utun` are tunnels, `awdl` and `llw` its own radio links. */
const VIRTUAL = /^(bridge|utun|awdl|llw|gif|stf|ap|anpi|vmnet|vmenet|p2p|XHC|feth|ipsec|ppp|tap|tun)\d*/;
const MEDIA_SPEED = /\(?(\d+)(G?)base/i;

/** Parses `ifconfig -a`: an unindented line per adapter, its members after a tab. */
export function parseIfconfig(text: string): ObservedAdapter[] {
  return text.split(/\n(?=\S)/).flatMap((block) => {
    const head = /^(\S+?): flags=\w+<([^>]*)>/.exec(block);
    if (!head?.[1]) return [];
    const flags = (head[2] ?? "").split(",");
    const status = /^\s+status: (\w+)/m.exec(block)?.[1];
    const speed = MEDIA_SPEED.exec(/^\s+media: (.*)$/m.exec(block)?.[1] ?? "");
    const addresses = [...block.matchAll(/^\s+inet6? (\S+)/gm)];
    return definedFields<ObservedAdapter>({
      name: head[1],
      mac_address: normalMac(/^\s+ether (\S+)/m.exec(block)?.[1]),
      ip_addresses: addresses.flatMap((match) => normalIp(match[1] ?? "") ?? []),
      speed_mbps: speed ? Number(speed[1]) * (speed[2] ? 1000 : 1) : undefined,
      up: status === undefined ? flags.includes("UP") : status === "active",
      loopback: flags.includes("LOOPBACK"),
      virtual: VIRTUAL.test(head[1]),
    });
  });
}

/** The adapter that `route -n get default` names. */
export function parseDefaultRoute(text: string): string | undefined {
  return /^\s*interface: (\S+)/m.exec(text)?.[1];
}

/** Options of lsof(8) for `parseLsof`: process, command, then per file type, protocol, name, state. */
export const LSOF = ["-nP", "-i", "-F", "pcftPnT"];

/** BSD's names of TCP states that differ from RFC 9293. */
const STATES: Record<string, string> = { SYN_RCVD: "SYN_RECEIVED", FIN_WAIT1: "FIN_WAIT_1", FIN_WAIT2: "FIN_WAIT_2" };

/** Parses internet sockets of `lsof -F`: one field per line, its letter first; `p` begins a process, `f` a file. */
export function parseLsof(text: string): NetworkConnection[] {
  const connections: NetworkConnection[] = [];
  let process: { pid?: number; process_name?: string } = {};
  let file: Record<string, string> = {};
  const flush = () => {
    const connection = toConnection(file);
    if (connection) connections.push({ ...connection, ...process });
    file = {};
  };
  for (const line of text.split("\n")) {
    const [letter = "", value] = [line[0], line.slice(1)];
    if (letter === "p" || letter === "f") flush();
    if (letter === "p") process = { pid: Number(value) };
    else if (letter === "c") process = { ...process, process_name: unescapeName(value) };
    else if (letter === "T") file.state = /^ST=(.*)/.exec(value)?.[1] ?? file.state ?? "";
    else file[letter] = value;
  }
  flush();
  return connections;
}

function toConnection(file: Record<string, string>): NetworkConnection | undefined {
  const protocol = file.P?.toLowerCase();
  const [local, remote] = (file.n ?? "").split("->").map((endpoint) => parseEndpoint(endpoint, file.t));
  if ((protocol !== "tcp" && protocol !== "udp") || local === undefined) return undefined;
  const state = file.state ? (STATES[file.state] ?? file.state) : remote ? "ESTABLISHED" : "LISTEN";
  return definedFields<NetworkConnection>({
    protocol,
    local_address: local.address,
    local_port: local.port,
    remote_address: remote?.address,
    remote_port: remote?.port,
    state: protocol === "udp" && !remote ? "LISTEN" : state,
  });
}

function parseEndpoint(text: string, family: string | undefined): { address: string; port: number } | undefined {
  const match = /^(?:\[([^\]]+)\]|([^:]+|\*)):(\d+)$/.exec(text.trim());
  if (!match?.[3]) return undefined;
  const host = match[1] ?? match[2] ?? "";
  const address = host === "*" ? (family === "IPv6" ? "::" : "0.0.0.0") : normalIp(host);
  return address === undefined ? undefined : { address, port: Number(match[3]) };
}

/** Decodes a command's name: lsof writes blanks and unprintable bytes as `\x20`. */
function unescapeName(text: string): string {
  return text.replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
