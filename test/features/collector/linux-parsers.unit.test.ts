import { describe, expect, it } from "vitest";
import { fqdnOfHosts, splitHostname } from "../../../src/features/collector/hostname.ts";
import { parseAdmins } from "../../../src/features/collector/linux/accounts.ts";
import { countCpuList, parseCpuInfo, parseMemTotal } from "../../../src/features/collector/linux/cpu.ts";
import { parseMountInfo, realMounts } from "../../../src/features/collector/linux/disks.ts";
import { parseOsRelease } from "../../../src/features/collector/linux/os-release.ts";
import { parsePasswd } from "../../../src/features/collector/linux/passwd.ts";
import { parseProcessStat, processName } from "../../../src/features/collector/linux/processes.ts";
import { parseSocketTable } from "../../../src/features/collector/linux/sockets.ts";
import { looksVirtual } from "../../../src/features/collector/virtual-vendors.ts";

describe("parseOsRelease", () => {
  it("reads values bare and quoted, as a shell would", () => {
    const values = parseOsRelease(
      `# comment\nID=fedora\nNAME="A \\"B\\" \\$C"\nVERSION='4 $x'\n  VARIANT=x  \nbad line\n`,
    );
    expect(Object.fromEntries(values)).toEqual({ ID: "fedora", NAME: 'A "B" $C', VERSION: "4 $x", VARIANT: "x" });
  });
});

describe("parseCpuInfo, countCpuList and parseMemTotal", () => {
  it("detects the hypervisor's flag", () => {
    expect(parseCpuInfo("processor : 0\nmodel name : Xeon\nflags : fpu hypervisor sse\n").hypervisor).toBe(true);
    expect(parseCpuInfo("processor : 0\nflags : fpu hypervisorx\n").hypervisor).toBe(false);
  });
  it.each([
    ["processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n", "ARM Neoverse-N1"],
    ["processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xfff\n", "ARM part 0xfff"],
    ["processor\t: 0\nCPU implementer\t: 0xc0\nCPU part\t: 0xac3\n", "Ampere part 0xac3"],
    ["processor\t: 0\ncpu\t\t: POWER9, altivec supported\n", "POWER9, altivec supported"],
    ["processor 0: version = FF,  identification = 1\nprocessor 1: version = FF\n", undefined],
  ])("names the processor of %j", (text, model) => {
    expect(parseCpuInfo(text).model).toBe(model);
  });
  it("counts processors of kernel lists", () => {
    expect(countCpuList("0-3,8,10-11\n")).toBe(7);
    expect(countCpuList("")).toBe(0);
  });
  it("returns undefined without MemTotal", () => {
    expect(parseMemTotal("MemFree: 1 kB\n")).toBeUndefined();
  });
});

describe("parseMountInfo and realMounts", () => {
  it("skips malformed lines and reads escaped blanks", () => {
    const mounts = parseMountInfo(
      "junk\n36 35 8:1 / /mnt\\040a\\134b rw master:1 propagate_from:2 - ext4 /dev/sda1 rw\n\n",
    );
    expect(mounts).toEqual([
      { device: "8:1", root: "/", mountPoint: "/mnt a\\b", filesystem: "ext4", source: "/dev/sda1" },
    ]);
  });
  it("keeps the root even when it is an overlay, and a part where nothing mounts the whole", () => {
    const mounts = parseMountInfo(
      "1 0 0:50 / / rw - overlay overlay rw\n2 1 8:3 /ostree/a /sysroot rw - xfs /dev/sda3 rw\n3 1 8:3 /ostree/b /usr/local rw - xfs /dev/sda3 rw\n",
    );
    expect(realMounts(mounts, false).map((mount) => mount.mountPoint)).toEqual(["/", "/sysroot"]);
    expect(realMounts(mounts, true).map((mount) => mount.mountPoint)).toEqual(["/"]);
  });
});

describe("parseAdmins", () => {
  it("counts every uid 0 and every member of an administrators' group as an administrator", () => {
    const accounts = parsePasswd(
      "root:x:0:0::/root:/bin/sh\ntoor:x:0:0::/root:\nsys:x:3:0::/:\nann:x:10:10::/:\neve:x:11:998::/:\n",
    );
    const admins = parseAdmins("root:x:0:\nwheel:x:998:ann\nusers:x:100:sys\n", accounts);
    expect([...admins].sort()).toEqual(["ann", "eve", "root", "toor"]);
  });
});

describe("parseProcessStat and processName", () => {
  it("reads a name that holds parentheses and blanks", () => {
    const fields = `S 1 2 3 0 -1 0 0 0 0 0 11 22 0 0 20 0 1 0 333 0 0`;
    expect(parseProcessStat(`7 (a) (b c) ${fields}`)).toEqual({ comm: "a) (b c", cpuTicks: 33, startTicks: 333 });
    expect(parseProcessStat("7 (cut")).toBeUndefined();
  });
  it.each<[string, string[], string]>([
    ["systemd-timesyn", ["/lib/systemd/systemd-timesyncd"], "systemd-timesyncd"],
    ["MainThread", ["/usr/bin/node", "a.js"], "node"],
    ["node-MainThread", ["node"], "node"],
    ["gunicorn", ["/usr/bin/python3", "/usr/bin/gunicorn"], "gunicorn"],
    ["nginx", ["nginx: worker process"], "nginx"],
    ["bash", ["-bash"], "bash"],
    ["kworker/0:1", [""], "kworker/0:1"],
    ["sd-pam", ["(sd-pam)"], "sd-pam"],
  ])("names %s with %j %s", (comm, argv, name) => {
    expect(processName(comm, argv)).toBe(name);
  });
});

describe("parseSocketTable", () => {
  const row = (local: string) => `   0: ${local} 00000000:0000 0A 0:0 0:0 0 0 0 77 1\n`;
  it("reads addresses in the machine's byte order", () => {
    expect(parseSocketTable(row("0A0200C0:0050"), "tcp", "LE")[0]?.local_address).toBe("192.0.2.10");
    expect(parseSocketTable(row("C000020A:0050"), "tcp", "BE")[0]?.local_address).toBe("192.0.2.10");
    const six = "B80D0120000000000000000001000000:01BB 00000000000000000000000000000000:0000";
    expect(parseSocketTable(`  0: ${six} 0A 0:0 0:0 0 0 0 7 1\n`, "tcp", "LE")[0]).toEqual({
      protocol: "tcp",
      local_address: "2001:db8::1",
      local_port: 443,
      state: "LISTEN",
      inode: "7",
    });
  });
  it("skips headers and broken lines", () => {
    const text = `  sl  local_address rem_address st\n${row("XYZ:0050")}${row("0A0200C0")}\n   1: 00\n`;
    expect(parseSocketTable(text, "tcp", "LE")).toEqual([]);
  });
});

describe("fqdnOfHosts and splitHostname", () => {
  it("uses the qualified name of the hosts file", () => {
    const hosts = "# web01.wrong.example\n127.0.1.1 WEB01.Example.com web01\n192.0.2.1 db.example.com db\n";
    expect(fqdnOfHosts(hosts, "web01")).toBe("web01.example.com");
    expect(fqdnOfHosts("127.0.1.1 web01.localdomain web01\n", "web01")).toBeUndefined();
    expect(fqdnOfHosts("nonsense web01.example.com web01\n", "web01")).toBeUndefined();
  });
  it.each([
    ["web01", { hostname: "web01" }],
    ["Web01.Example.com.", { hostname: "Web01", fqdn: "web01.example.com" }],
    ["laptop.local", { hostname: "laptop" }],
    ["192.0.2.7", { hostname: "192.0.2.7" }],
  ])("splits %s", (name, expected) => {
    expect(splitHostname(name)).toEqual(expected);
  });
});

describe("looksVirtual", () => {
  it.each([
    ["QEMU", "Standard PC (i440FX + PIIX, 1996)", true],
    ["VMware, Inc.", "VMware7,1", true],
    ["innotek GmbH", "VirtualBox", true],
    ["Microsoft Corporation", "Virtual Machine", true],
    ["Microsoft Corporation", "Surface Pro 9", false],
    ["Amazon EC2", "t3.micro", true],
    ["Amazon EC2", "m5.metal", false],
    ["Example Computers Inc.", "RackServer 4200", false],
  ])("%s %s: %s", (manufacturer, model, expected) => {
    expect(looksVirtual(manufacturer, model)).toBe(expected);
  });
});
