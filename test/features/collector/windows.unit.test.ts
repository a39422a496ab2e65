import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type CommandRunner, CommandStopped } from "../../../src/features/collector/index.ts";
import { POWERSHELL } from "../../../src/features/collector/windows/collect-windows.ts";
import { collected, ports, recordedOs } from "./recorded-host.ts";

const OUTPUT = readFileSync(new URL("fixtures/windows.ndjson", import.meta.url), "utf8");
const NO_FILES = { entries: new Map(), commands: new Map() };

async function windows(runner: CommandRunner) {
  const os = recordedOs({ hostname: "winsrv01", release: "10.0.20348" }, { "Ethernet 9": ["192.0.2.99/24"] });
  return await collected(ports(NO_FILES, os, { platform: "win32", runner }));
}
const recorded = async () => await windows({ run: async () => ({ stdout: OUTPUT, exitCode: 0 }) });

describe("collectWindows", () => {
  it("runs its script once, encoded, by the full path of PowerShell", async () => {
    const calls: { command: string; args: readonly string[] }[] = [];
    await windows({
      run: async (command, args) => {
        calls.push({ command, args });
        return { stdout: OUTPUT, exitCode: 0 };
      },
    });
    expect(calls.map((call) => call.command)).toEqual([POWERSHELL]);
    const script = Buffer.from(calls[0]?.args.at(-1) ?? "", "base64").toString("utf16le");
    expect(script).toContain("Get-CimInstance Win32_Process");
    expect([POWERSHELL, ...(calls[0]?.args ?? [])].join(" ").length).toBeLessThan(32_767);
  });

  it("reports name and description", async () => {
    const { host, submission } = await recorded();
    expect(host).toMatchObject({
      hostname: "WINSRV01",
      fqdn: "winsrv01.corp.example.com",
      device_type: "server",
      ip_address: "192.0.2.51",
      ip_addresses: ["192.0.2.51", "2001:db8::51"],
      mac_address: "00:00:5e:00:53:51",
      mac_addresses: ["00:00:5e:00:53:51", "00:00:5e:00:53:52"],
      open_ports: [1433],
    });
    expect(host.os).toEqual({
      name: "Microsoft Windows Server 2022 Standard",
      version: "10.0.20348",
      family: "windows",
      architecture: "x86_64",
      kernel: "20348",
    });
    expect(host.hardware).toEqual({
      manufacturer: "Example Computers Inc.",
      model: "RackServer 4200",
      serial_number: "EXSN-0042",
      uuid: "8c9d2f1e-2222-4333-8444-00005e005351",
      cpu_model: "Intel(R) Xeon(R) Silver 4210 CPU @ 2.20GHz",
      cpu_cores: 16,
      memory_gb: 32,
      disk_gb: 931.51,
      virtual: false,
    });
    expect(JSON.stringify(submission)).not.toMatch(/0f1e2d3c/i);
    expect(host.host_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("lists disks, accounts and adapters", async () => {
    const { host } = await recorded();
    expect(host.disks).toEqual([
      { name: "C:", mount_point: "C:\\", filesystem: "NTFS", size_gb: 500, free_gb: 250 },
      { name: "D:", mount_point: "D:\\" },
    ]);
    expect(host.user_accounts).toEqual([
      { name: "Administrator", uid: 500, admin: true },
      { name: "alice", uid: 1001, home: "C:\\Users\\alice", admin: true, last_login: "2025-02-28T16:20:00.000Z" },
      { name: "svc", uid: 1002, admin: false },
    ]);
    expect(host.network_adapters?.map(({ name, speed_mbps, up }) => [name, speed_mbps, up])).toEqual([
      ["Ethernet0", 10000, true],
      ["Ethernet1", undefined, false],
      ["vEthernet (WSL)", 10000, true],
    ]);
  });

  it("lists programs of both registry views and the user's, without system components and updates", async () => {
    const { host } = await recorded();
    expect(host.installed_applications).toEqual([
      {
        name: "Example Database 16 (x64)",
        vendor: "Example Corp",
        version: "16.2",
        architecture: "x86_64",
        install_date: "2024-01-15",
        install_location: "C:\\Program Files\\ExampleDB",
      },
      { name: "Éditeur d’exemple", version: "3.1", architecture: "x86" },
      { name: "Example Chat", vendor: "Example Corp", version: "9.0", install_date: "2024-02-29" },
    ]);
  });

  it("lists processes and sockets, and notes what needs an administrator", async () => {
    const { host, notes } = await recorded();
    expect(host.processes?.map(({ pid, name, cpu_percent }) => [pid, name, cpu_percent])).toEqual([
      [0, "System Idle Process", undefined],
      [4, "System", 0.2],
      [2000, "exampledb.exe", 50],
      [2100, "svchost.exe", undefined],
    ]);
    expect(host.processes?.[2]).toEqual({
      pid: 2000,
      name: "exampledb.exe",
      command_line: '"C:\\Program Files\\ExampleDB\\exampledb.exe" --sa-password *** -i 1',
      cpu_percent: 50,
      memory_mb: 1024,
      started_at: "2025-03-01T10:00:00.000Z",
    });
    expect(host.network_connections?.map((one) => [one.protocol, one.local_port, one.state, one.process_name])).toEqual(
      [
        ["tcp", 1433, "LISTEN", "exampledb.exe"],
        ["tcp", 5985, "LISTEN", "System"],
        ["udp", 1900, "LISTEN", "svchost.exe"],
        ["tcp", 1433, "ESTABLISHED", "exampledb.exe"],
        ["tcp", 50001, "TIME_WAIT", "System Idle Process"],
      ],
    );
    expect(host.network_connections?.[3]).toMatchObject({ remote_address: "192.0.2.60", remote_port: 50000 });
    expect(host.network_connections?.[0]).not.toHaveProperty("remote_port");
    expect(notes).toEqual(["process_users: The 'IncludeUserName' parameter requires elevated user rights."]);
  });

  it("keeps the script's output when it is stopped", async () => {
    const until = OUTPUT.slice(0, OUTPUT.indexOf('{"part":"programs"') + 40);
    const { host, notes } = await windows({
      run: async () => {
        throw new CommandStopped("powershell.exe was stopped: it took longer than 20 s", until);
      },
    });
    expect(host).toMatchObject({ hostname: "WINSRV01", hardware: { serial_number: "EXSN-0042" } });
    expect(host.user_accounts).toHaveLength(3);
    for (const field of ["installed_applications", "processes", "network_connections", "open_ports"]) {
      expect(host).not.toHaveProperty(field);
    }
    expect(notes).toContain("powershell: powershell.exe was stopped: it took longer than 20 s");
  });

  it("reports what Node knows when PowerShell cannot run", async () => {
    const { host, notes } = await windows({
      run: async () => {
        throw new Error("spawn powershell.exe ENOENT");
      },
    });
    expect(host).toMatchObject({
      hostname: "winsrv01",
      ip_address: "192.0.2.99",
      os: { family: "windows", kernel: "10.0.20348", architecture: "x86_64" },
    });
    expect(host).not.toHaveProperty("hardware");
    expect(host).not.toHaveProperty("device_type");
    expect(notes).toContain("powershell: spawn powershell.exe ENOENT");
  });
});
