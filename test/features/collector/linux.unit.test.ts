import { describe, expect, it } from "vitest";
import { collected, ports, recordedFiles, recordedOs, recording } from "./recorded-host.ts";

const GIB = 2 ** 30;
const ADDRESSES = {
  lo: ["127.0.0.1/8", "::1/128"],
  eth0: ["2001:db8:0:0::10/64", "fe80::200:5eff:fe00:5301/64", "192.0.2.10/24"],
  docker0: ["172.17.0.1/16"],
};
const SPACE: Record<string, [number, number]> = {
  "/": [100 * GIB, 40 * GIB],
  "/boot/efi": [0.5 * GIB, 0.25 * GIB],
  "/srv/my data": [50 * GIB, 10.126 * GIB],
  "/var": [100 * GIB, 90 * GIB],
};

async function server() {
  const host = recording("linux-server.host");
  const os = recordedOs({ hostname: "web01" }, ADDRESSES);
  return await collected(ports(host, os, { files: recordedFiles(host, SPACE) }));
}

describe("collectLinux on a server", () => {
  it("submits one host as an agent, at the time of the scan", async () => {
    const { submission } = await server();
    expect(submission).toMatchObject({
      scan_type: "agent",
      scanner_id: "orrery-scan",
      timestamp: "2025-03-01T12:00:00.000Z",
    });
    expect(Object.keys(submission).sort()).toEqual(["data", "scan_type", "scanner_id", "timestamp"]);
    expect(submission.data.discovered_hosts).toHaveLength(1);
  });

  it("names the host, and derives its id from the machine id without revealing it", async () => {
    const { host, submission } = await server();
    expect(host).toMatchObject({ hostname: "web01", fqdn: "web01.example.com", device_type: "server" });
    expect(host.host_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(JSON.stringify(submission)).not.toContain("0123456789abcdef0123456789abcdef");
  });

  it("reports the operating system and the hardware", async () => {
    const { host } = await server();
    expect(host.os).toEqual({
      name: "Debian GNU/Linux",
      version: "12",
      family: "linux",
      architecture: "x86_64",
      kernel: "6.1.0-28-amd64",
    });
    expect(host.hardware).toEqual({
      manufacturer: "Example Computers Inc.",
      model: "RackServer 4200",
      cpu_model: "Intel(R) Xeon(R) Silver 4210 CPU @ 2.20GHz",
      cpu_cores: 7,
      memory_gb: 15.63,
      disk_gb: 1031.51,
      virtual: false,
    });
  });

  it("notes which facts need root", async () => {
    const { notes } = await server();
    expect(notes).toContain("hardware.serial_number: /sys/class/dmi/id/product_serial is readable by root only");
    expect(notes).toContain("hardware.uuid: /sys/class/dmi/id/product_uuid is readable by root only");
    expect(notes).toContain("network_connections: sockets of 1 processes carry no process (needs root)");
    expect(notes).toHaveLength(3);
  });

  it("lists each file system once, without the kernel's own, and remote ones without sizes", async () => {
    const { host } = await server();
    expect(host.disks).toEqual([
      { name: "/dev/sda2", mount_point: "/", filesystem: "ext4", size_gb: 100, free_gb: 40 },
      { name: "/dev/sda1", mount_point: "/boot/efi", filesystem: "vfat", size_gb: 0.5, free_gb: 0.25 },
      { name: "nas.example.com:/export", mount_point: "/mnt/share", filesystem: "nfs4" },
      { name: "/dev/mapper/vg0-data", mount_point: "/srv/my data", filesystem: "xfs", size_gb: 50, free_gb: 10.13 },
      { name: "/dev/sdb1", mount_point: "/var", filesystem: "btrfs", size_gb: 100, free_gb: 90 },
    ]);
  });

  it("lists the accounts and who may become root", async () => {
    const { host } = await server();
    const admins = host.user_accounts?.map(({ name, uid, admin }) => [name, uid, admin]);
    expect(admins).toEqual([
      ["root", 0, true],
      ["daemon", 1, false],
      ["www-data", 33, false],
      ["alice", 1000, true],
      ["bob", 1001, true],
      ["carol", 1002, false],
    ]);
    expect(host.user_accounts?.[4]).toEqual({
      name: "bob",
      uid: 1001,
      home: "/home/bob",
      shell: "/bin/zsh",
      admin: true,
    });
  });

  it("lists the adapters, and identifies the host by those visible on the network", async () => {
    const { host } = await server();
    expect(host.network_adapters).toEqual([
      { name: "docker0", mac_address: "02:42:ac:11:00:01", ip_addresses: ["172.17.0.1"], up: true },
      {
        name: "eth0",
        mac_address: "00:00:5e:00:53:01",
        ip_addresses: ["2001:db8::10", "fe80::200:5eff:fe00:5301", "192.0.2.10"],
        speed_mbps: 10000,
        up: true,
      },
      { name: "eth1", mac_address: "00:00:5e:00:53:02", ip_addresses: [], up: false },
      { name: "lo", ip_addresses: ["127.0.0.1", "::1"], up: true },
    ]);
    expect(host).toMatchObject({
      ip_address: "192.0.2.10",
      ip_addresses: ["192.0.2.10", "2001:db8::10"],
      mac_address: "00:00:5e:00:53:01",
      mac_addresses: ["00:00:5e:00:53:01", "00:00:5e:00:53:02"],
    });
  });

  it("lists processes with names, users and loads, secrets masked", async () => {
    const { host } = await server();
    expect(host.processes?.map(({ pid, name, user }) => [pid, name, user])).toEqual([
      [1, "systemd", "root"],
      [2, "kthreadd", "root"],
      [800, "nginx", "www-data"],
      [801, "nginx", "www-data"],
      [900, "node", "alice"],
      [901, "odd (name) x", "4242"],
      [902, "systemd-timesyncd", "daemon"],
    ]);
    expect(host.processes?.[4]).toEqual({
      pid: 900,
      name: "node",
      command_line: "/usr/bin/node /srv/shop/server.js --db-password ***",
      user: "alice",
      cpu_percent: 9.1,
      memory_mb: 200,
      started_at: "2025-03-01T01:00:00.000Z",
    });
    expect(host.processes?.[2]?.command_line).toBe("nginx: master process /usr/sbin/nginx -g daemon on;");
    expect(host.processes?.[1]).not.toHaveProperty("command_line");
  });

  it("lists sockets with their processes, and the ports that others can reach", async () => {
    const { host } = await server();
    const listen = { protocol: "tcp", state: "LISTEN" };
    const nginx = { pid: 800, process_name: "nginx" };
    const node = { pid: 900, process_name: "node" };
    expect(host.network_connections).toEqual([
      { ...listen, local_address: "0.0.0.0", local_port: 80, ...nginx },
      { ...listen, local_address: "127.0.0.1", local_port: 3306 },
      { ...listen, local_address: "::", local_port: 443, ...nginx },
      { ...listen, local_address: "::1", local_port: 8080 },
      { protocol: "udp", local_address: "0.0.0.0", local_port: 68, state: "LISTEN" },
      { ...endpoint("tcp", 50000, "198.51.100.40", 5432), state: "ESTABLISHED", ...node },
      { ...endpoint("tcp", 3000, "203.0.113.7", 49153), state: "ESTABLISHED", ...node },
      { ...endpoint("udp", 40960, "192.0.2.53", 53), state: "ESTABLISHED" },
      { ...endpoint("tcp", 80, "203.0.113.7", 54321), state: "TIME_WAIT" },
    ]);
    expect(host.open_ports).toEqual([80, 443]);
  });

  it("lists the packages that are fully installed, one for each architecture", async () => {
    const { host } = await server();
    expect(host.installed_applications).toEqual([
      {
        name: "libc6",
        vendor: "GNU Libc Maintainers",
        version: "2.36-9+deb12u9",
        architecture: "amd64",
        install_date: "2025-01-15",
      },
      { name: "libc6", vendor: "GNU Libc Maintainers", version: "2.36-9+deb12u9", architecture: "i386" },
      {
        name: "git",
        vendor: "Carol Example",
        version: "1:2.39.5-0+deb12u1",
        architecture: "amd64",
        install_date: "2025-01-15",
      },
      { name: "local-tool", version: "0.1", architecture: "all" },
    ]);
  });
});

function endpoint(protocol: string, port: number, remote_address: string, remote_port: number) {
  return { protocol, local_address: "192.0.2.10", local_port: port, remote_address, remote_port };
}

describe("collectLinux on an ARM board with Alpine", () => {
  it("reads the device tree and apk's database", async () => {
    const host = recording("linux-arm.host");
    const os = recordedOs({ hostname: "sensor.example.com", machine: "aarch64" }, { wlan0: ["192.0.2.31/24"] });
    const { host: report, notes } = await collected(ports(host, os));
    expect(report).toMatchObject({
      hostname: "sensor",
      fqdn: "sensor.example.com",
      device_type: "server",
      ip_address: "192.0.2.31",
      mac_address: "00:00:5e:00:53:31",
      os: { name: "Alpine Linux", version: "3.20.3", architecture: "aarch64" },
    });
    expect(report.hardware).toEqual({
      manufacturer: "exampleboards",
      model: "Example Board 4 Model B Rev 1.2",
      serial_number: "10000000abcdef01",
      cpu_model: "ARM Cortex-A72",
      cpu_cores: 2,
      memory_gb: 3.7,
      disk_gb: 29.72,
      virtual: false,
    });
    expect(report.host_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(report.installed_applications).toEqual([
      { name: "musl", vendor: "Carol Example", version: "1.2.5-r0", architecture: "aarch64" },
      { name: ".build-deps", version: "20250101.000000", architecture: "noarch" },
      { name: "busybox", version: "1.36.1-r29", architecture: "aarch64" },
    ]);
    expect(notes).toContain("disks: size of /: EACCES: cannot read '/' (needs root)");
    expect(report.disks?.map((disk) => disk.name)).toEqual(["/dev/root", "/dev/mmcblk0p1"]);
  });
});

describe("collectLinux in a container", () => {
  const collect = async (hostname: string) =>
    await collected(ports(recording("linux-container.host"), recordedOs({ hostname }, { eth0: ["192.0.2.20/24"] })));

  it("reports a container, without its host's serial number, UUID and disks", async () => {
    const { host, notes } = await collect("shop-7f9c");
    expect(host.device_type).toBe("container");
    expect(host.hardware).toEqual({
      manufacturer: "QEMU",
      model: "Standard PC (Q35 + ICH9, 2009)",
      cpu_model: "AMD EPYC 7543 32-Core Processor",
      cpu_cores: 1,
      memory_gb: 8,
      virtual: true,
    });
    expect(notes).toContain(
      "hardware: serial number and UUID are left out, being those of the machine that runs this container",
    );
    expect(host.disks?.map((disk) => disk.mount_point)).toEqual(["/", "/data"]);
    expect(host.mac_address).toBe("0a:58:c0:00:02:14");
  });

  it("gives containers of one image different ids", async () => {
    const ids = await Promise.all(
      ["shop-a", "shop-b", "shop-a"].map(async (name) => (await collect(name)).host.host_id),
    );
    expect(ids[0]).toBe(ids[2]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("lists rpm's packages without its keys, several versions of one package side by side", async () => {
    const { host } = await collect("shop-a");
    expect(host.installed_applications).toEqual([
      {
        name: "bash",
        vendor: 'Example, Inc. "Enterprise"',
        version: "5.1.8-9.el9",
        architecture: "x86_64",
        install_date: "2023-11-14",
      },
      { name: "openssl-libs", version: "1:3.0.7-27.el9", architecture: "x86_64", install_date: "2023-11-14" },
      kernel("5.14.0-427.el9"),
      kernel("5.14.0-503.el9"),
    ]);
  });
});

function kernel(version: string) {
  const fixed = { vendor: "Example, Inc.", architecture: "x86_64", install_date: "2023-11-14" };
  return { name: "kernel-core", version, ...fixed };
}
