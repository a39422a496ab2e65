import { reason, type Scan } from "../parts.ts";
import type { HostFiles } from "../ports.ts";
import { isAbsent } from "../text.ts";
import type { PasswdEntry } from "./passwd.ts";

/** Record layout of a C library with 64-bit time, or with 32-bit time for compatibility. */
interface RecordLayout {
  /** Size of `struct lastlog`; its time comes first. */
  lastlog: number;
  /** Size of `struct utmp`, and the offset of its time. */
  utmp: number;
  utmpTime: number;
  wide: boolean;
}

const NARROW: RecordLayout = { lastlog: 292, utmp: 384, utmpTime: 340, wide: false };
const WIDE: RecordLayout = { lastlog: 296, utmp: 400, utmpTime: 344, wide: true };
const WTMP_TAIL_BYTES = 8 * 1024 * 1024;
const USER_PROCESS = 7;

/** glibc keeps 32-bit times on the architectures that also run 32-bit programs (`__WORDSIZE_TIME64_COMPAT32`). */
export function recordLayout(machine: string): RecordLayout {
  return /^(aarch64|arm64|riscv64|loongarch64|alpha)/.test(machine) ? WIDE : NARROW;
}

/**
 * Seconds since 1970 of each account's last login, by account name: the later of /var/log/lastlog, a sparse array
 * indexed by uid, and the end of /var/log/wtmp (utmp(5)).
 */
export async function lastLogins(scan: Scan, accounts: readonly PasswdEntry[]): Promise<Map<string, number>> {
  const { files, os, notes } = scan;
  const layout = recordLayout(os.machine());
  const little = os.endianness() === "LE";
  const logins = new Map<string, number>();
  const see = (name: string, seconds: number) => {
    if (seconds > (logins.get(name) ?? 0)) logins.set(name, seconds);
  };
  const source = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!isAbsent(error)) notes.add(`user_accounts.last_login: ${reason(error)}`);
    }
  };
  await source(() => readLastlog(files, accounts, layout, little, see));
  await source(() => readWtmp(files, layout, little, see));
  return logins;
}

type See = (name: string, seconds: number) => void;

async function readLastlog(
  files: HostFiles,
  accounts: readonly PasswdEntry[],
  layout: RecordLayout,
  little: boolean,
  see: See,
): Promise<void> {
  const path = "/var/log/lastlog";
  const { size } = await files.stat(path);
  for (const { name, uid } of accounts) {
    const offset = uid * layout.lastlog;
    if (offset + layout.lastlog > size) continue;
    const record = await files.readAt(path, offset, layout.lastlog);
    if (record.length === layout.lastlog) see(name, readTime(record, 0, layout.wide, little));
  }
}

async function readWtmp(files: HostFiles, layout: RecordLayout, little: boolean, see: See): Promise<void> {
  const path = "/var/log/wtmp";
  const { size } = await files.stat(path);
  const records = Math.floor(size / layout.utmp);
  const first = Math.max(0, records - Math.floor(WTMP_TAIL_BYTES / layout.utmp));
  const bytes = await files.readAt(path, first * layout.utmp, (records - first) * layout.utmp);
  for (let at = 0; at + layout.utmp <= bytes.length; at += layout.utmp) {
    const type = little ? bytes.readInt16LE(at) : bytes.readInt16BE(at);
    if (type !== USER_PROCESS) continue;
    const name = bytes.toString("utf8", at + 44, at + 76).replace(/\0.*$/s, "");
    see(name, readTime(bytes, at + layout.utmpTime, layout.wide, little));
  }
}

function readTime(bytes: Buffer, at: number, wide: boolean, little: boolean): number {
  if (wide) return Number(little ? bytes.readBigInt64LE(at) : bytes.readBigInt64BE(at));
  return little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}
