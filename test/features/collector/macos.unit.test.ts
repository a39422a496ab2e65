import { describe, expect, it } from "vitest";
import { collected, ports, recordedOs, recording } from "./recorded-host.ts";

async function notebook() {
  const os = recordedOs({ hostname: "alices-mac.local", release: "23.6.0", machine: "arm64" });
  return await collected(ports(recording("macos.host"), os, { platform: "darwin" }));
}

describe("collectMacos", () => {
  it("reads name and description from the system's tools", async () => {
    const { host } = await notebook();
    expect(host).toMatchObject({
      hostname: "alices-mac",
      device_type: "workstation",
      ip_address: "198.51.100.41",
      ip_addresses: ["198.51.100.41"],
      mac_address: "00:00:5e:00:53:41",
      mac_addresses: ["00:00:5e:00:53:41", "00:00:5e:00:53:42"],
      os: { name: "macOS", version: "14.6.1", family: "macos", architecture: "arm64", kernel: "23.6.0" },
    });
    expect(host).not.toHaveProperty("fqdn");
    expect(host.hardware).toEqual({
      manufacturer: "Apple Inc.",
      model: "MacBookPro18,3",
      serial_number: "EXAMPLE0SN",
      uuid: "8c9d2f1e-1111-4222-8333-00005e005301",
      cpu_model: "Apple M1 Pro",
      cpu_cores: 10,
      memory_gb: 16,
      disk_gb: 461.43,
      virtual: false,
    });
    expect(host.host_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(host.host_id).not.toBe(host.hardware?.uuid);
  });

  it("lists disks with the kinds of their file systems", async () => {
    const { host } = await notebook();
    expect(host.disks).toEqual([
      { name: "/dev/disk3s1s1", mount_point: "/", filesystem: "apfs", size_gb: 460.43, free_gb: 100 },
      { name: "/dev/disk3s5", mount_point: "/System/Volumes/Data", filesystem: "apfs", size_gb: 460.43, free_gb: 100 },
      { name: "/dev/disk4s1", mount_point: "/Volumes/My Stick", filesystem: "exfat", size_gb: 1, free_gb: 0.99 },
    ]);
  });

  it("lists accounts and adapters", async () => {
    const { host } = await notebook();
    expect(host.user_accounts).toEqual([
      { name: "root", uid: 0, home: "/var/root", shell: "/bin/sh", admin: true },
      { name: "alice", uid: 501, home: "/Users/alice", shell: "/bin/zsh", admin: true },
      { name: "bob", uid: 502, home: "/Users/bob", shell: "/bin/zsh", admin: false },
    ]);
    const rows = host.network_adapters?.map(({ name, up, speed_mbps }) => [name, up, speed_mbps]);
    expect(rows).toEqual([
      ["lo0", true, undefined],
      ["en0", true, 1000],
      ["en5", false, undefined],
      ["bridge100", true, undefined],
    ]);
  });

  it("lists processes, secrets masked", async () => {
    const { host } = await notebook();
    expect(host.processes).toEqual([
      {
        pid: 1,
        name: "launchd",
        command_line: "/sbin/launchd",
        user: "root",
        cpu_percent: 0.1,
        memory_mb: 20,
        started_at: "2025-03-01T08:00:00.000Z",
      },
      {
        pid: 512,
        name: "Example Editor",
        command_line: "/Applications/Example Editor.app/Contents/MacOS/Example Editor --token=*** file name.txt",
        user: "alice",
        cpu_percent: 12.5,
        memory_mb: 300,
        started_at: "2025-03-01T09:30:15.000Z",
      },
      {
        pid: 600,
        name: "httpd",
        user: "_www",
        cpu_percent: 0.3,
        memory_mb: 1,
        started_at: "2025-03-01T10:00:00.000Z",
      },
    ]);
  });

  it("lists sockets by process and the open ports", async () => {
    const { host, notes } = await notebook();
    const httpd = { pid: 600, process_name: "httpd" };
    const helper = { pid: 700, process_name: "Example Helper" };
    expect(host.network_connections).toEqual([
      { protocol: "tcp", local_address: "::", local_port: 80, state: "LISTEN", ...httpd },
      { protocol: "udp", local_address: "0.0.0.0", local_port: 5353, state: "LISTEN", ...helper },
      {
        protocol: "tcp",
        local_address: "198.51.100.41",
        local_port: 80,
        remote_address: "203.0.113.9",
        remote_port: 50123,
        state: "ESTABLISHED",
        ...httpd,
      },
      {
        protocol: "tcp",
        local_address: "2001:db8::41",
        local_port: 50200,
        remote_address: "2001:db8::9",
        remote_port: 443,
        state: "SYN_RECEIVED",
        ...helper,
      },
    ]);
    expect(host.open_ports).toEqual([80]);
    expect(notes).toEqual(["network_connections: without root only the sockets of this user's processes are listed"]);
  });

  it("lists applications with the vendors of their signing certificates", async () => {
    const { host } = await notebook();
    expect(host.installed_applications).toEqual([
      {
        name: "Safari",
        vendor: "Apple Inc.",
        version: "17.6",
        architecture: "universal",
        install_date: "2024-08-01",
        install_location: "/Applications/Safari.app",
      },
      {
        name: "Example Editor",
        vendor: "Example Corp",
        version: "4.2",
        architecture: "arm64",
        install_date: "2024-07-03",
        install_location: "/Applications/Example Editor.app",
      },
      { name: "homemade", architecture: "x86_64", install_location: "/Users/alice/homemade.app" },
    ]);
  });

  it("reports the other parts when a tool is missing", async () => {
    const recorded = recording("macos.host");
    for (const command of ["ifconfig", "system_profiler -json SPHardwareDataType", "lsof", "df"]) {
      recorded.commands.delete(command);
    }
    const os = recordedOs({ hostname: "alices-mac.local" }, { en0: ["198.51.100.41/24"] });
    const { host, notes } = await collected(ports(recorded, os, { platform: "darwin" }));
    expect(host).toMatchObject({
      ip_address: "198.51.100.41",
      hardware: { serial_number: "EXAMPLE0SN", cpu_cores: 10 },
    });
    expect(host).not.toHaveProperty("network_connections");
    expect(host).not.toHaveProperty("open_ports");
    expect(host).not.toHaveProperty("disks");
    expect(host.installed_applications).toHaveLength(3);
    expect(notes.map((note) => note.split(":")[0]).sort()).toEqual([
      "disks",
      "hardware.model",
      "network_adapters",
      "network_connections",
    ]);
  });
});
