import { describe, expect, it } from "vitest";
import { processName } from "../../../src/features/discovery/formats/glpi-records.ts";
import { inventoryDay } from "../../../src/features/discovery/formats/time.ts";
import { inventory, onlyHost, RECEIVED, readJson, readXml, refusal, request } from "./formats.support.ts";

const host = (content: Record<string, unknown>, outer?: Record<string, unknown>) =>
  onlyHost(readJson(inventory(content, outer)));
const xmlHost = (content: string) => onlyHost(readXml(request(content)));

describe("glpiSubmission", () => {
  it("gives the same submission for JSON and XML", () => {
    const json = {
      versionclient: "GLPI-Agent_v1.11",
      accesslog: { logdate: "2026-01-31 09:00:49" },
      hardware: { name: "web1", memory: 2048, uuid: "0055ADC9-1D3A-E411-8043-B05D95113232", vmsystem: "KVM" },
      bios: { ssn: "SN-1", smanufacturer: "Example", smodel: "X1" },
      operatingsystem: {
        name: "Debian",
        version: "13",
        kernel_name: "linux",
        fqdn: "web1.example.com",
        timezone: { name: "CET", offset: "+0100" },
      },
      cpus: [
        { name: "CPU", core: 2 },
        { name: "CPU", core: 2 },
      ],
      networks: [
        { description: "eth0", mac: "00:00:5e:00:53:01", ipaddress: "192.0.2.10", status: "up", virtualdev: false },
      ],
      softwares: [{ name: "nginx & co", version: "1.27", publisher: "Example", install_date: "2026-01-02" }],
    };
    const xml = `<VERSIONCLIENT>GLPI-Agent_v1.11</VERSIONCLIENT><ACCESSLOG><LOGDATE>2026-01-31 09:00:49</LOGDATE></ACCESSLOG>
      <HARDWARE><NAME>web1</NAME><MEMORY>2048</MEMORY><UUID>0055ADC9-1D3A-E411-8043-B05D95113232</UUID><VMSYSTEM>KVM</VMSYSTEM></HARDWARE>
      <BIOS><SSN>SN-1</SSN><SMANUFACTURER>Example</SMANUFACTURER><SMODEL>X1</SMODEL></BIOS>
      <OPERATINGSYSTEM><NAME>Debian</NAME><VERSION>13</VERSION><KERNEL_NAME>linux</KERNEL_NAME><FQDN>web1.example.com</FQDN>
        <TIMEZONE><NAME>CET</NAME><OFFSET>+0100</OFFSET></TIMEZONE></OPERATINGSYSTEM>
      <CPUS><NAME>CPU</NAME><CORE>2</CORE></CPUS><CPUS><NAME>CPU</NAME><CORE>2</CORE></CPUS>
      <NETWORKS><DESCRIPTION>eth0</DESCRIPTION><MACADDR>00:00:5e:00:53:01</MACADDR><IPADDRESS>192.0.2.10</IPADDRESS><STATUS>Up</STATUS><VIRTUALDEV>0</VIRTUALDEV></NETWORKS>
      <SOFTWARES><NAME>nginx &amp; co</NAME><VERSION>1.27</VERSION><PUBLISHER>Example</PUBLISHER><INSTALLDATE>02/01/2026</INSTALLDATE></SOFTWARES>`;
    const read = readJson(inventory(json));
    expect(readXml(request(xml)).submission).toEqual(read.submission);
    expect(read.submission).toEqual({
      scan_type: "agent",
      scanner_id: "glpi-agent",
      timestamp: "2026-01-31T08:00:49.000Z",
      data: {
        discovered_hosts: [
          {
            host_id: "web1-2026-01-02-03-04-05",
            hostname: "web1",
            fqdn: "web1.example.com",
            ip_address: "192.0.2.10",
            ip_addresses: ["192.0.2.10"],
            mac_address: "00:00:5e:00:53:01",
            mac_addresses: ["00:00:5e:00:53:01"],
            device_type: "virtual_machine",
            os: { name: "Debian", version: "13", family: "linux" },
            hardware: {
              manufacturer: "Example",
              model: "X1",
              serial_number: "SN-1",
              uuid: "0055ADC9-1D3A-E411-8043-B05D95113232",
              cpu_model: "CPU",
              cpu_cores: 4,
              memory_gb: 2,
              virtual: true,
            },
            network_adapters: [
              {
                name: "eth0",
                mac_address: "00:00:5e:00:53:01",
                ip_addresses: ["192.0.2.10"],
                up: true,
                virtual: false,
              },
            ],
            installed_applications: [
              { name: "nginx & co", vendor: "Example", version: "1.27", install_date: "2026-01-02" },
            ],
            agent: "GLPI-Agent_v1.11",
          },
        ],
      },
    });
  });

  it("omits sections that were not collected, and keeps empty ones empty", () => {
    expect(host({})).toEqual({ host_id: "web1-2026-01-02-03-04-05", hostname: "web1" });
    expect(host({ softwares: [], processes: [] })).toMatchObject({ installed_applications: [], processes: [] });
    expect(xmlHost("<SOFTWARES/>").installed_applications).toBeUndefined();
  });

  it("accepts a single record for a list, and a list for a single record", () => {
    expect(host({ bios: [{ ssn: "SN-1" }], softwares: { name: "nginx" } })).toMatchObject({
      hardware: { serial_number: "SN-1" },
      installed_applications: [{ name: "nginx" }],
    });
  });

  it.each([
    [{ content: [] }, "content"],
    [{ content: null }, "content"],
    [inventory({ softwares: ["nginx"] }), "content.softwares"],
    [inventory({ bios: "none" }), "content.bios"],
    [inventory({}, { action: "contact" }), "action"],
  ])("refuses %j", (body, field) => {
    expect(refusal(() => readJson(body)).violations).toMatchObject([{ field }]);
  });

  it.each([
    ["<REQUEST><QUERY>PROLOG</QUERY></REQUEST>", "REQUEST.QUERY"],
    ["<REQUEST><DEVICEID>a</DEVICEID></REQUEST>", "REQUEST.CONTENT"],
    ["<REQUEST><CONTENT>text</CONTENT></REQUEST>", "REQUEST.CONTENT"],
    ["<REQUEST><CONTENT><A>1</A></CONTENT><CONTENT><A>2</A></CONTENT></REQUEST>", "REQUEST.CONTENT"],
    [request("<SOFTWARES>nginx</SOFTWARES>"), "content.softwares"],
  ])("refuses %s", (body, field) => {
    expect(refusal(() => readXml(body)).violations).toMatchObject([{ field }]);
  });

  it("ignores tags with names of inherited object members", () => {
    expect(
      xmlHost(
        "<TOSTRING><VALUEOF>1</VALUEOF></TOSTRING><HASOWNPROPERTY>1</HASOWNPROPERTY><HARDWARE><NAME>a</NAME></HARDWARE>",
      ).hostname,
    ).toBe("a");
  });

  it("refuses more records than a host may have, and a section of far more before reading it", () => {
    const softwares = (count: number) =>
      inventory({ softwares: Array.from({ length: count }, (_, i) => ({ name: `p${i}` })) });
    expect(refusal(() => readJson(softwares(50_001))).violations).toMatchObject([
      { field: "data.discovered_hosts.0.installed_applications" },
    ]);
    expect(refusal(() => readJson(softwares(100_001))).violations).toMatchObject([{ field: "content.softwares" }]);
  });
});

describe("glpiSubmission time and scanner", () => {
  const at = (logdate: unknown, offset?: string) =>
    readJson(inventory({ accesslog: { logdate }, operatingsystem: { timezone: { offset } } })).submission.timestamp;

  it.each([
    ["2026-01-31 09:00:49", undefined, "2026-01-31T09:00:49.000Z"],
    ["2026-01-31 09:00:49", "+0200", "2026-01-31T07:00:49.000Z"],
    ["2026-01-31 09:00:49", "-0530", "2026-01-31T14:30:49.000Z"],
    ["2026-01-31 09:00:49", "+9999", "2026-01-31T09:00:49.000Z"],
    ["2026-01-31T09:00:49Z", "+0200", "2026-01-31T09:00:49.000Z"],
    ["2026-01-31 09:00:49+01:00", "+0200", "2026-01-31T08:00:49.000Z"],
    ["Thu Jun 8 07:41", "+0200", RECEIVED.toISOString()],
    [undefined, undefined, RECEIVED.toISOString()],
  ])("%j in zone %j is %s", (logdate, offset, expected) => {
    expect(at(logdate, offset)).toBe(expected);
  });

  it.each([
    ["GLPI-Agent_v1.11", "glpi-agent"],
    ["FusionInventory-Agent_v2.3.21-1", "fusioninventory-agent"],
    ["OCS-NG_unified_unix_agent_v2.10.0", "ocs-ng_unified_unix_agent"],
    ["Example 2", "example"],
    ["_v1", "glpi-agent"],
    ["_".repeat(10_000), "glpi-agent"],
    [undefined, "glpi-agent"],
  ])("%s is the scanner %s", (versionclient, expected) => {
    expect(readJson(inventory({ versionclient })).submission.scanner_id).toBe(expected);
  });
});

describe("glpiSubmission names", () => {
  it.each([
    [{ hardware: { name: "web1" } }, { hostname: "web1" }],
    [{ hardware: { name: "web1.example.com" } }, { hostname: "web1", fqdn: "web1.example.com" }],
    [{ hardware: { name: "web1" }, operatingsystem: { fqdn: "web1" } }, { hostname: "web1" }],
    [
      { hardware: { name: "web1" }, operatingsystem: { dns_domain: "example.com" } },
      { hostname: "web1", fqdn: "web1.example.com" },
    ],
    [
      { hardware: { name: "Reception iMac" }, operatingsystem: { fqdn: "Reception-iMac.local" } },
      { hostname: "Reception-iMac", fqdn: "Reception-iMac.local" },
    ],
    [{ hardware: { name: "Reception iMac" } }, { hostname: "web1" }],
    [{ hardware: { name: "192.0.2.10" } }, { hostname: "192.0.2.10" }],
    [{ hardware: { name: "x".repeat(2_000) } }, { hostname: "web1" }],
    [
      { hardware: { name: "a".repeat(1_000) }, operatingsystem: { dns_domain: "b".repeat(1_000) } },
      { hostname: "a".repeat(1_000) },
    ],
  ])("%j", (content, expected) => {
    const { hostname, fqdn } = host(content);
    expect({ hostname, fqdn }).toEqual({ fqdn: undefined, ...expected });
  });
});

describe("glpiSubmission network adapters", () => {
  it("merges the entries of one adapter and keeps others of the same description apart", () => {
    const { network_adapters } = host({
      networks: [
        { description: "eth0", mac: "00:00:5E:00:53:01", ipaddress: "192.0.2.10", speed: "1000", status: "up" },
        { description: "eth0", mac: "00:00:5e:00:53:01", ipaddress6: "2001:db8::10", status: "up" },
        { description: "NIC", mac: "00:00:5e:00:53:02", status: "down" },
        { description: "NIC", mac: "00:00:5e:00:53:03", ipaddress: "192.0.2.11" },
        { description: "NIC", mac: "00:00:5e:00:53:03", ipaddress: "192.0.2.12" },
        { description: "tun0", ipaddress: "192.0.2.20" },
        { description: "tun0", ipaddress6: "2001:db8::20", mac: "00:00:5e:00:53:04" },
        { ipaddress: "192.0.2.30" },
        { ipaddress: "192.0.2.31", mac: "00:00:5e:00:53:05" },
        { ipaddress: "192.0.2.32", mac: "00:00:5e:00:53:05" },
      ],
    });
    expect(network_adapters).toEqual([
      {
        name: "eth0",
        mac_address: "00:00:5E:00:53:01",
        ip_addresses: ["192.0.2.10", "2001:db8::10"],
        speed_mbps: 1000,
        up: true,
      },
      { name: "NIC", mac_address: "00:00:5e:00:53:02", ip_addresses: [], up: false },
      { name: "NIC", mac_address: "00:00:5e:00:53:03", ip_addresses: ["192.0.2.11", "192.0.2.12"] },
      { name: "tun0", mac_address: "00:00:5e:00:53:04", ip_addresses: ["192.0.2.20", "2001:db8::20"] },
      { ip_addresses: ["192.0.2.30"] },
      { mac_address: "00:00:5e:00:53:05", ip_addresses: ["192.0.2.31", "192.0.2.32"] },
    ]);
  });

  it.each([
    ["1000", 1000],
    ["54,5", 54.5],
    ["1073.741824", 1073.741824],
    ["-1", undefined],
    ["0", undefined],
    ["9223372036854.78", undefined],
    ["fast", undefined],
  ])("reads the speed %s as %s", (speed, expected) => {
    expect(host({ networks: { description: "eth0", speed } }).network_adapters?.[0]?.speed_mbps).toBe(expected);
  });

  const NETWORKS = [
    { description: "lo", ipaddress: "127.0.0.1", mac: "00:00:00:00:00:00", type: "loopback", virtualdev: true },
    { description: "virbr0", ipaddress: "192.168.122.1", mac: "52:54:00:00:00:01", type: "bridge", virtualdev: true },
    { description: "docker0", ipaddress: "172.17.0.1", mac: "02:42:00:00:00:01", virtualdev: true },
    { description: "br7", ipaddress: "198.51.100.7", type: "bridge", virtualdev: true },
    { description: "bmc", ipaddress: "192.0.2.99", mac: "00:00:5e:00:53:99", management: true },
    { description: "wlan0", ipaddress: "192.0.2.12", mac: "00:00:5e:00:53:12", status: "down" },
    { description: "dock", ipaddress: "192.0.2.11", mac: "00:00:5e:00:53:11", status: "up", type: "ethernet" },
    {
      description: "br0",
      ipaddress6: "fe80::1",
      ipaddress: "192.0.2.10",
      mac: "00:00:5e:00:53:11",
      ipgateway: "192.0.2.1",
      type: "bridge",
      virtualdev: true,
    },
  ];

  it("lists the host's network addresses, that of the default route first", () => {
    expect(host({ networks: NETWORKS, hardware: { name: "web1", defaultgateway: "192.0.2.1" } })).toMatchObject({
      ip_address: "192.0.2.10",
      ip_addresses: ["192.0.2.10", "192.0.2.11", "192.0.2.12"],
      mac_address: "00:00:5e:00:53:11",
      mac_addresses: ["00:00:5e:00:53:11", "00:00:5e:00:53:12"],
    });
    expect(host({ networks: NETWORKS }).network_adapters).toHaveLength(NETWORKS.length);
  });

  it("prefers the address that the agent names", () => {
    const found = host({ networks: NETWORKS, hardware: { name: "web1", ipaddr: "192.0.2.11/192.0.2.12" } });
    expect(found.ip_address).toBe("192.0.2.11");
    expect(found.mac_address).toBe("00:00:5e:00:53:11");
  });

  it("uses MACs of virtual adapters only if there are no others", () => {
    const networks = [
      { description: "en0", mac: "00:00:5e:00:53:01", virtualdev: 1 },
      { description: "lo0", ipaddress: "127.0.0.1", virtualdev: 1 },
    ];
    expect(host({ networks })).toMatchObject({ mac_addresses: ["00:00:5e:00:53:01"] });
    expect(host({ networks }).ip_address).toBeUndefined();
  });

  it("keeps a malformed address as it is", () => {
    expect(host({ networks: [{ description: "eth0", ipaddress: "192.0.2.300" }] }).ip_address).toBe("192.0.2.300");
  });
});

describe("glpiSubmission hardware and kind of device", () => {
  it("sums cores, memory and built-in disks", () => {
    const content = {
      cpus: [{ name: "A", core: 4, thread: 8 }, { name: "B", corecount: 2 }, { name: "C" }],
      memories: [{ capacity: 4096 }, { capacity: "4096" }, { capacity: "No" }],
      storages: [
        { disksize: 102400, type: "disk" },
        { disksize: "51200,0", type: "Fixed hard disk media" },
        { disksize: 8000, interface: "USB" },
        { disksize: 700, type: "CD-ROM" },
        { disksize: 300, type: "Card reader" },
        { disksize: "", type: "disk" },
      ],
    };
    expect(host(content).hardware).toEqual({ cpu_model: "A", cpu_cores: 6, memory_gb: 8, disk_gb: 150 });
    expect(host({ ...content, hardware: { memory: 7908 } }).hardware?.memory_gb).toBe(7.72);
  });

  it("keeps placeholders and drops what is too long to be a serial number", () => {
    expect(host({ bios: { ssn: "To Be Filled By O.E.M." } }).hardware?.serial_number).toBe("To Be Filled By O.E.M.");
    expect(host({ bios: { ssn: "", enclosureserial: "CH-1", msn: "BOARD" } }).hardware?.serial_number).toBe("CH-1");
    expect(host({ bios: { ssn: "1".repeat(2_000), smodel: "m".repeat(2_000) } }).hardware).toEqual({
      model: "m".repeat(1_024),
    });
  });

  it.each([
    [{ hardware: { vmsystem: "Physical", chassis_type: "Notebook" } }, "workstation", false],
    [{ hardware: { vmsystem: "Physical", chassis_type: "Rack Mount Chassis" } }, "server", false],
    [{ hardware: { chassis_type: "Tower" } }, "workstation", undefined],
    [{ hardware: { chassis_type: "Main Server Chassis" } }, "server", undefined],
    [{ hardware: { chassis_type: "Other" } }, undefined, undefined],
    [{ hardware: { vmsystem: "VMware", chassis_type: "Other" } }, "virtual_machine", true],
    [{ hardware: { vmsystem: "Docker" } }, "container", true],
    [{ hardware: { vmsystem: "lxc" } }, "container", true],
    [{}, undefined, undefined],
  ])("%j is a %s", (content, type, virtual) => {
    const found = host(content);
    expect(found.device_type).toBe(type);
    expect(found.hardware?.virtual).toBe(virtual);
  });

  it.each([
    ["NetworkEquipment", "network_device"],
    ["Printer", "printer"],
    ["Phone", "phone"],
  ])("an item of type %s is a %s", (itemtype, expected) => {
    expect(host({}, { itemtype }).device_type).toBe(expected);
  });

  it("does not give the agent's id to a device that the agent read remotely", () => {
    const read = readJson(
      inventory(
        {
          network_device: {
            type: "Networking",
            name: "sw1.example.com",
            serial: "SW-1",
            manufacturer: "Example",
            model: "S48",
            mac: "00:00:5e:00:53:40",
            ips: ["192.0.2.40", "127.0.0.1"],
            ram: 512,
          },
        },
        { action: "netinventory", itemtype: "NetworkEquipment" },
      ),
    );
    expect(read.submission.scan_type).toBe("snmp");
    expect(onlyHost(read)).toEqual({
      hostname: "sw1",
      fqdn: "sw1.example.com",
      ip_address: "192.0.2.40",
      ip_addresses: ["192.0.2.40"],
      mac_address: "00:00:5e:00:53:40",
      mac_addresses: ["00:00:5e:00:53:40"],
      device_type: "network_device",
      hardware: { manufacturer: "Example", model: "S48", serial_number: "SW-1", memory_gb: 0.5 },
      network_adapters: [
        {
          name: "sw1.example.com",
          mac_address: "00:00:5e:00:53:40",
          ip_addresses: ["192.0.2.40", "127.0.0.1"],
          type: "Networking",
        },
      ],
    });
  });

  it.each([
    [
      {
        name: "Windows",
        full_name: "Microsoft Windows 11 Pro",
        kernel_name: "MSWin32",
        kernel_version: "10.0.22631",
        arch: "64-bit",
      },
      {
        name: "Microsoft Windows 11 Pro",
        version: "10.0.22631",
        family: "windows",
        architecture: "64-bit",
        kernel: "10.0.22631",
      },
    ],
    [
      { name: "MacOSX", full_name: "macOS", kernel_name: "darwin", version: "14.1" },
      { name: "macOS", version: "14.1", family: "macos" },
    ],
    [
      { name: "FreeBSD", kernel_name: "freebsd" },
      { name: "FreeBSD", family: "other" },
    ],
    [
      { full_name: "Ubuntu 24.04", kernel_name: "linux" },
      { name: "Ubuntu 24.04", family: "linux" },
    ],
    [{}, undefined],
  ])("reads the operating system %j", (operatingsystem, expected) => {
    expect(host({ operatingsystem }).os).toEqual(expected);
  });

  it("reads the operating system where old agents write it", () => {
    expect(
      xmlHost(
        "<HARDWARE><OSNAME>Microsoft Windows 7</OSNAME><OSVERSION>6.1</OSVERSION><PROCESSORT>P</PROCESSORT><PROCESSORN>2</PROCESSORN></HARDWARE>",
      ),
    ).toMatchObject({
      os: { name: "Microsoft Windows 7", version: "6.1", family: "windows" },
      hardware: { cpu_model: "P", cpu_cores: 2 },
    });
  });
});

describe("glpiSubmission disks, accounts, processes, applications", () => {
  it("reads file systems without swap", () => {
    const drives = [
      { volumn: "/dev/sda1", type: "/", filesystem: "ext4", total: 150268, free: "7914" },
      { volumn: "/dev/sda2", filesystem: "swap", total: 100 },
      { letter: "C:", label: "System", type: "Local Disk", filesystem: "NTFS", total: 115123, free: 71954 },
      { letter: "Reserved", label: "Reserved", type: "Local Disk" },
    ];
    expect(host({ drives }).disks).toEqual([
      { name: "/dev/sda1", mount_point: "/", filesystem: "ext4", size_gb: 146.75, free_gb: 7.73 },
      { name: "C:", mount_point: "C:", filesystem: "NTFS", size_gb: 112.42, free_gb: 70.27, label: "System" },
      { name: "Reserved", label: "Reserved" },
    ]);
  });

  it("joins the host's accounts and those that were logged in", () => {
    const content = {
      hardware: { name: "web1" },
      local_users: [
        { login: "root", id: "0", home: "/root", shell: "/bin/sh", name: "Charlie Root" },
        { login: "op", id: 1000 },
        { login: "guest", id: "-2" },
      ],
      local_groups: [
        { name: "wheel", id: 10, members: ["root", "op"] },
        { name: "users", members: ["guest"] },
      ],
      users: [
        { login: "op" },
        { login: "jdoe", domain: "EXAMPLE" },
        { login: "kim", domain: "WEB1" },
        { login: "jdoe", domain: "EXAMPLE" },
      ],
    };
    expect(host(content).user_accounts).toEqual([
      { name: "root", uid: 0, home: "/root", shell: "/bin/sh", admin: true },
      { name: "op", uid: 1000, admin: true },
      { name: "guest", uid: -2, admin: false },
      { name: "EXAMPLE\\jdoe" },
      { name: "kim" },
    ]);
  });

  it("leaves admin undefined if groups are listed without members", () => {
    expect(
      xmlHost(
        "<LOCAL_GROUPS><ID>S-1-5-32-544</ID><NAME>Administrateurs</NAME></LOCAL_GROUPS><LOCAL_USERS><ID>S-1-5-21-1-2-3-1006</ID><NAME>kim</NAME></LOCAL_USERS><LOCAL_USERS><ID>S-1-5-21-1-2-3-500</ID><NAME>boss</NAME></LOCAL_USERS>",
      ).user_accounts,
    ).toEqual([
      { name: "kim", uid: 1006 },
      { name: "boss", uid: 500, admin: true },
    ]);
    expect(
      xmlHost(
        "<LOCAL_GROUPS><ID>S-1-5-32-544</ID><MEMBER>kim</MEMBER><MEMBER>op</MEMBER></LOCAL_GROUPS><LOCAL_USERS><LOGIN>kim</LOGIN></LOCAL_USERS>",
      ).user_accounts,
    ).toEqual([{ name: "kim", admin: true }]);
  });

  it("reads processes, their start in the host's zone", () => {
    const content = {
      hardware: { memory: 8000 },
      operatingsystem: { timezone: { offset: "+0200" } },
      processes: [
        {
          cmd: "/usr/sbin/nginx -g daemon off;",
          pid: "17",
          user: "www",
          cpuusage: "1,5",
          mem: "0.5",
          started: "2026-01-31 09:00",
        },
        { cmd: "[kthreadd]", pid: 2, mem: 900, started: "boot" },
      ],
    };
    expect(host(content).processes).toEqual([
      {
        pid: 17,
        name: "nginx",
        command_line: "/usr/sbin/nginx -g daemon off;",
        user: "www",
        cpu_percent: 1.5,
        memory_mb: 40,
        started_at: "2026-01-31T07:00:00.000Z",
      },
      { pid: 2, name: "kthreadd", command_line: "[kthreadd]", started_at: "boot" },
    ]);
  });

  it.each([
    ["/usr/lib/systemd/systemd --switched-root", "systemd"],
    ["sshd: kim [priv]", "sshd"],
    ["-bash", "bash"],
    ["[kworker/0:1]", "kworker"],
    ["C:\\Program Files\\Example App\\app.exe --x", "app.exe"],
    ['"C:\\Program Files\\Example\\srv.exe" -k', "srv.exe"],
    ["svchost.exe", "svchost.exe"],
    ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome --type=renderer", "Google Chrome"],
    ["/", "/"],
    ["python3 /opt/app.py", "python3"],
  ])("the command %j runs %s", (command, expected) => {
    expect(processName(command)).toBe(expected);
  });

  it("finds the program of any command in time that grows with its length", () => {
    for (const command of [
      `/${" ".repeat(200_000)}`,
      `/a.app/Contents/MacOS/b${" ".repeat(200_000)}/`,
      "/.app/Contents/MacOS/".repeat(10_000),
      `C:\\${".exe ".repeat(50_000)}x`,
    ]) {
      expect(processName(command).length).toBeGreaterThan(0);
    }
  });

  it("keeps every application, doubles and nameless updates too", () => {
    const softwares = [
      {
        name: "kernel",
        version: "6.12",
        arch: "x86_64",
        from: "rpm",
        publisher: "Example",
        install_date: "2026-01-02",
      },
      {
        name: "kernel",
        version: "6.12",
        arch: "x86_64",
        from: "rpm",
        publisher: "Example",
        install_date: "2026-01-02",
      },
      { name: " Tool 1.0 ", folder: "C:\\Tool", installdate: "17/11/2016" },
      { guid: "{90140000-003D}", version: 2010 },
      { version: "1" },
    ];
    const kernel = {
      name: "kernel",
      vendor: "Example",
      version: "6.12",
      architecture: "x86_64",
      install_date: "2026-01-02",
      source: "rpm",
    };
    expect(host({ softwares }).installed_applications).toEqual([
      kernel,
      kernel,
      { name: "Tool 1.0", install_date: "2016-11-17", install_location: "C:\\Tool" },
      { name: "{90140000-003D}", version: "2010" },
      { version: "1" },
    ]);
  });

  it.each([
    ["17/11/2016", "2016-11-17"],
    ["11/09/2015", "2015-09-11"],
    ["11/17/2016", "2016-11-17"],
    ["1.2.2016", "2016-02-01"],
    ["20161117", "2016-11-17"],
    ["2016-11-17", "2016-11-17"],
    ["2016-11-17 10:00:00", "2016-11-17"],
    ["2016-11-17T10:00:00Z", "2016-11-17"],
    ["1479340800", "2016-11-17"],
    ["31/02/2016", "31/02/2016"],
    ["Thu Nov 17", "Thu Nov 17"],
  ])("reads the day %s as %s", (text, expected) => {
    expect(inventoryDay(text)).toBe(expected);
  });
});
