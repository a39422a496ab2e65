import { describe, expect, it } from "vitest";
import { lastLogins, recordLayout } from "../../../src/features/collector/linux/last-logins.ts";
import { createScan } from "../../../src/features/collector/parts.ts";
import { ports, type RecordedHost, recordedOs } from "./recorded-host.ts";

const JANUARY = 1_735_689_600;
const FEBRUARY = 1_738_368_000;
const ACCOUNTS = ["root", "alice", "bob"].map((name, index) => ({
  name,
  uid: index * 2,
  gid: 0,
  home: "/",
  shell: "",
}));

/** The file's records as the C library of this architecture lays them out. */
function lastlog(machine: string, times: number[]): Buffer {
  const { lastlog: size, wide } = recordLayout(machine);
  const bytes = Buffer.alloc(size * times.length);
  for (const [uid, time] of times.entries()) {
    if (wide) bytes.writeBigInt64LE(BigInt(time), uid * size);
    else bytes.writeUInt32LE(time, uid * size);
  }
  return bytes;
}

function wtmp(machine: string, rows: { type: number; user: string; time: number }[]): Buffer {
  const { utmp: size, utmpTime, wide } = recordLayout(machine);
  const bytes = Buffer.alloc(size * rows.length);
  for (const [index, { type, user, time }] of rows.entries()) {
    bytes.writeInt16LE(type, index * size);
    bytes.write(user, index * size + 44);
    if (wide) bytes.writeBigInt64LE(BigInt(time), index * size + utmpTime);
    else bytes.writeUInt32LE(time, index * size + utmpTime);
  }
  return bytes;
}

async function logins(machine: string, files: Record<string, Buffer>) {
  const entries = Object.entries(files).map(([path, bytes]) => [path, { bytes }] as const);
  const host: RecordedHost = { entries: new Map(entries), commands: new Map() };
  const scan = createScan(ports(host, recordedOs({ hostname: "web01", machine })), new AbortController().signal);
  return { found: Object.fromEntries(await lastLogins(scan, ACCOUNTS)), notes: scan.notes.list() };
}

describe.each(["x86_64", "aarch64"])("lastLogins on %s", (machine) => {
  it("returns the later of both records, without boots and other entries", async () => {
    const files = {
      "/var/log/lastlog": lastlog(machine, [JANUARY, 0, FEBRUARY]),
      "/var/log/wtmp": wtmp(machine, [
        { type: 2, user: "reboot", time: FEBRUARY },
        { type: 7, user: "root", time: FEBRUARY },
        { type: 7, user: "alice", time: JANUARY },
        { type: 8, user: "bob", time: FEBRUARY },
      ]),
    };
    expect((await logins(machine, files)).found).toEqual({ root: FEBRUARY, alice: FEBRUARY });
  });
  it("returns nothing without records or for a truncated file", async () => {
    expect(await logins(machine, {})).toEqual({ found: {}, notes: [] });
    const cut = { "/var/log/lastlog": lastlog(machine, [JANUARY]).subarray(0, 100), "/var/log/wtmp": Buffer.alloc(10) };
    expect(await logins(machine, cut)).toEqual({ found: {}, notes: [] });
  });
});
