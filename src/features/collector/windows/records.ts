import { normalIp } from "../addresses.ts";
import type { InstalledApplication, NetworkConnection, ProcessRecord, UserAccount } from "../collector.model.ts";
import { maskSecrets } from "../masking.ts";
import { definedFields, toInstant, toMb } from "../text.ts";
import type { Answers, Row } from "./rows.ts";

const ADMINISTRATOR_RID = 500;
const ARCHITECTURES: Record<string, string> = { machine: "x86_64", machine32: "x86" };
/** Get-NetTCPConnection's names of TCP states, as RFC 9293 names them. `Bound` is a port without a listener yet. */
const STATES: Record<string, string> = {
  Listen: "LISTEN",
  Established: "ESTABLISHED",
  SynSent: "SYN_SENT",
  SynReceived: "SYN_RECEIVED",
  FinWait1: "FIN_WAIT_1",
  FinWait2: "FIN_WAIT_2",
  TimeWait: "TIME_WAIT",
  CloseWait: "CLOSE_WAIT",
  Closing: "CLOSING",
  LastAck: "LAST_ACK",
  Closed: "CLOSED",
  DeleteTCB: "CLOSED",
};

/** Local accounts; `uid` is the relative id, the last part of the SID. */
export function userAccounts(answers: Answers): UserAccount[] | undefined {
  const bySid = (part: string, field: string) =>
    new Map((answers.rows(part) ?? []).map((row) => [row.text("SID"), row.text(field)]));
  const admins = bySid("administrators", "SID");
  const [homes, logons] = [bySid("profiles", "LocalPath"), bySid("logons", "LastLogon")];
  return answers.rows("users")?.flatMap((row) => {
    const [name, sid] = [row.text("Name"), row.text("SID")];
    if (name === undefined || sid === undefined) return [];
    const uid = Number(sid.slice(sid.lastIndexOf("-") + 1));
    return definedFields<UserAccount>({
      name,
      uid,
      home: homes.get(sid),
      admin: admins.has(sid) || uid === ADMINISTRATOR_RID,
      last_login: logons.get(sid),
    });
  });
}

/** Processes with the share of one processor over their life at `nowMs`. */
export function processes(answers: Answers, nowMs: number): ProcessRecord[] | undefined {
  const users = new Map((answers.rows("process_users") ?? []).map((row) => [row.number("Id"), row.text("UserName")]));
  return answers.rows("processes")?.flatMap((row) => {
    const [pid, name] = [row.number("ProcessId"), row.text("Name")];
    if (pid === undefined || name === undefined) return [];
    const commandLine = row.text("CommandLine");
    const started = Date.parse(row.text("CreationDate") ?? "");
    const memory = row.number("WorkingSetSize");
    return definedFields<ProcessRecord>({
      pid,
      name,
      command_line: commandLine === undefined ? undefined : maskSecrets(commandLine),
      user: users.get(pid),
      cpu_percent: cpuPercent(row, nowMs - started),
      memory_mb: memory === undefined ? undefined : toMb(memory),
      started_at: toInstant(started / 1000),
    });
  });
}

/** Processor time is in units of 100 ns. */
function cpuPercent(row: Row, livedMs: number): number | undefined {
  const spentMs = (row.number("CpuTime") ?? Number.NaN) / 10_000;
  return livedMs > 0 && row.number("ProcessId") !== 0 ? Math.round((spentMs / livedMs) * 1000) / 10 : undefined;
}

/** TCP and UDP sockets; undefined if neither could be read. */
export function connections(answers: Answers): NetworkConnection[] | undefined {
  const names = new Map((answers.rows("processes") ?? []).map((row) => [row.number("ProcessId"), row.text("Name")]));
  const [tcp, udp] = [answers.rows("tcp"), answers.rows("udp")];
  if (tcp === undefined && udp === undefined) return undefined;
  const convert = (protocol: "tcp" | "udp") => (row: Row) => {
    const [address, port] = [normalIp(row.text("LocalAddress") ?? ""), row.number("LocalPort")];
    const state = protocol === "udp" ? "LISTEN" : STATES[row.text("State") ?? ""];
    if (address === undefined || port === undefined || state === undefined) return [];
    const remotePort = row.number("RemotePort") || undefined;
    const pid = row.number("OwningProcess");
    return definedFields<NetworkConnection>({
      protocol,
      local_address: address,
      local_port: port,
      remote_address: remotePort === undefined ? undefined : normalIp(row.text("RemoteAddress") ?? ""),
      remote_port: remotePort,
      state,
      pid,
      process_name: names.get(pid),
    });
  };
  return [...(tcp ?? []).flatMap(convert("tcp")), ...(udp ?? []).flatMap(convert("udp"))];
}

/**
 * The visible programs of the Uninstall keys, without system components and updates of other entries, which "Programs and
 * Features" hides too.
 */
export function applications(answers: Answers): InstalledApplication[] | undefined {
  return answers.rows("programs")?.flatMap((row) => {
    const name = row.text("DisplayName");
    if (name === undefined || row.number("SystemComponent") === 1 || row.text("ParentKeyName")) return [];
    return definedFields<InstalledApplication>({
      name,
      vendor: row.text("Publisher"),
      version: row.text("DisplayVersion"),
      architecture: ARCHITECTURES[row.text("Hive") ?? ""],
      install_date: installDate(row.text("InstallDate")),
      install_location: row.text("InstallLocation")?.replace(/^"(.*)"$/, "$1"),
    });
  });
}

/** Parses an install date `YYYYMMDD`; other spellings depend on the country and are ambiguous. */
function installDate(text: string | undefined): string | undefined {
  const match = /^(\d{4})-?([01]\d)-?([0-3]\d)$/.exec(text ?? "");
  return match ? `${match[1]}-${match[2]}-${match[3]}` : undefined;
}
