import { describe, expect, it } from "vitest";
import { createCollector } from "../../../src/features/collector/index.ts";
import { createScan } from "../../../src/features/collector/parts.ts";
import { collected, ports, recordedFiles, recordedOs, recording, systemError } from "./recorded-host.ts";

const OS = recordedOs({ hostname: "web01" });

describe("collect when a part fails", () => {
  it.each<[path: string, code: string, part: string, lost: string[]]>([
    ["/etc/passwd", "EIO", "user_accounts", ["user_accounts"]],
    ["/etc/group", "EIO", "user_accounts", ["user_accounts"]],
    ["/proc/net/tcp", "EIO", "network_connections", ["network_connections", "open_ports"]],
    ["/var/lib/dpkg/status", "EACCES", "installed_applications (dpkg)", ["installed_applications"]],
    ["/proc/stat", "EIO", "processes", ["processes"]],
    ["/proc/self/mountinfo", "EIO", "disks", ["disks"]],
    ["/etc/os-release", "EIO", "os", ["os"]],
    ["/etc/machine-id", "EACCES", "host_id", ["host_id"]],
    ["/sys/class/net", "EACCES", "network_adapters", []],
  ])("notes (%s: %s) as %s and loses nothing else", async (path, code, part, lost) => {
    const host = recording("linux-server.host");
    host.entries.set(path, { error: code });
    const os = recordedOs({ hostname: "web01" }, { lo: ["127.0.0.1/8"], eth0: ["192.0.2.10/24"] });
    const whole = await collected(ports(recording("linux-server.host"), os));
    const { host: report, notes } = await collected(ports(host, os));
    const missing = Object.keys(whole.host).filter((key) => !(key in report));
    expect(missing.sort()).toEqual(lost.sort());
    const added = notes.filter((note) => !whole.notes.includes(note));
    expect(added.some((note) => note.startsWith(`${part}: `) && note.includes(code))).toBe(true);
  });

  it("reports name and kernel of a host of which nothing can be read", async () => {
    const { host, notes } = await collected(ports({ entries: new Map(), commands: new Map() }, OS));
    expect(host).toMatchObject({ hostname: "web01", os: { family: "linux", kernel: "6.1.0-28-amd64" } });
    for (const list of ["disks", "user_accounts", "network_adapters", "processes", "network_connections"]) {
      expect(host).not.toHaveProperty(list);
    }
    expect(host).not.toHaveProperty("installed_applications");
    expect(notes.length).toBeGreaterThan(5);
  });

  it("accepts unexpected bytes in every file", async () => {
    const host = recording("linux-server.host");
    const junk = Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0a, 0x3a, 0x3d, 0x20, 0x80]);
    for (const [path, entry] of host.entries) {
      if ("bytes" in entry) host.entries.set(path, { bytes: Buffer.concat([junk, entry.bytes, junk]) });
    }
    const { submission } = await collected(ports(host, OS));
    const text = JSON.stringify(submission);
    expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i);
    expect(JSON.parse(text).data.discovered_hosts[0].hostname).toBe("web01");
  });
});

describe("collect when a part hangs", () => {
  it("stops the part at the deadline, and notes it", async () => {
    const scan = createScan(ports(recording("linux-server.host"), OS), new AbortController().signal, 30);
    const found = await scan.part("disks", () => new Promise<never>(() => {}));
    expect(found).toBeUndefined();
    expect(scan.notes.list()).toEqual(["disks: took longer than 0.03 s"]);
  });

  it("ends the scan when the caller aborts", async () => {
    const host = recording("linux-server.host");
    const files = { ...recordedFiles(host), read: () => new Promise<never>(() => {}) };
    const controller = new AbortController();
    const collecting = createCollector(ports(host, OS, { files })).collect(controller.signal);
    controller.abort(new Error("gone"));
    await expect(collecting).rejects.toThrow("gone");
  });
});

describe("collect when a command fails", () => {
  it("notes a command's error exit as a failure of its part", async () => {
    const host = recording("linux-container.host");
    const runner = { run: async () => ({ stdout: "half of it", exitCode: 1 }) };
    const { host: report, notes } = await collected(ports(host, OS, { runner }));
    expect(report).not.toHaveProperty("installed_applications");
    expect(notes).toContain("installed_applications (rpm): rpm ended with exit code 1");
  });
});

describe("collectGeneric on an unknown platform", () => {
  it("reports what Node knows", async () => {
    const os = recordedOs({ hostname: "bsd01.example.com" }, { lo: ["127.0.0.1/8"], em0: ["192.0.2.77/24"] });
    const files = {
      ...recordedFiles(recording("linux-server.host")),
      read: async (path: string) => Promise.reject(systemError("ENOENT", path)),
    };
    const { host, notes } = await collected(ports(recording("linux-server.host"), os, { platform: "freebsd", files }));
    expect(host).toMatchObject({
      hostname: "bsd01",
      fqdn: "bsd01.example.com",
      ip_address: "192.0.2.77",
      os: { name: "freebsd", family: "other" },
    });
    expect(notes).toHaveLength(1);
  });
});
