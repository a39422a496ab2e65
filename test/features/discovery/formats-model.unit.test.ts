import { describe, expect, it } from "vitest";
import { checkSubmission } from "../../../src/features/discovery/formats/submission.ts";
import { LIST_LIMITS, MAX_HOSTS, scanSubmissionSchema } from "../../../src/features/discovery/host.model.ts";
import { refusal } from "./formats.support.ts";

const submission = (hosts: unknown, outer: Record<string, unknown> = {}) => ({
  scan_type: "full",
  scanner_id: "scanner-1",
  timestamp: "2026-01-31T08:00:00Z",
  data: { discovered_hosts: hosts },
  ...outer,
});

const FULL_HOST = {
  host_id: "h-1",
  hostname: "web1",
  fqdn: "web1.example.com",
  ip_address: "192.0.2.10",
  ip_addresses: ["192.0.2.10", "2001:db8::10"],
  mac_address: "00:00:5e:00:53:01",
  mac_addresses: ["00:00:5e:00:53:01"],
  open_ports: [0, 22, 65_535],
  os_guess: "Linux",
  device_type: "server",
  os: { name: "Debian GNU/Linux", version: "13", family: "linux", architecture: "x86_64", kernel: "6.12.0" },
  hardware: {
    manufacturer: "Example",
    model: "X1",
    serial_number: "SN-1",
    uuid: "0055ADC9-1D3A-E411-8043-B05D95113232",
    cpu_model: "CPU",
    cpu_cores: 4,
    memory_gb: 7.72,
    disk_gb: 250,
    virtual: false,
  },
  disks: [{ name: "/dev/sda1", mount_point: "/", filesystem: "ext4", size_gb: 10.5, free_gb: 1 }],
  user_accounts: [
    { name: "root", uid: 0, home: "/root", shell: "/bin/sh", admin: true, last_login: "Thu Jun 8 07:41" },
  ],
  network_adapters: [{ name: "eth0", mac_address: "00:00:5e:00:53:01", ip_addresses: [], speed_mbps: -1, up: true }],
  processes: [
    { pid: 1, name: "init", command_line: "/sbin/init", user: "root", cpu_percent: 0.1, memory_mb: 9, started_at: "?" },
  ],
  network_connections: [
    {
      protocol: "tcp",
      local_address: "::",
      local_port: 22,
      remote_address: "",
      remote_port: 0,
      state: "LISTEN",
      pid: 1,
      process_name: "sshd",
    },
  ],
  installed_applications: [
    {
      name: "nginx",
      vendor: "Example",
      version: "1.27",
      architecture: "x86_64",
      install_date: "yesterday",
      install_location: "/usr",
      cpe_name: "cpe:2.3:a:f5:nginx:1.27:*:*:*:*:*:*:*",
    },
  ],
};

describe("scanSubmissionSchema and readSubmission of Orrery's own format", () => {
  it("keeps every field of a host as it is", () => {
    expect(checkSubmission(submission([FULL_HOST])).data.discovered_hosts).toEqual([FULL_HOST]);
    expect(scanSubmissionSchema.parse(submission([FULL_HOST])).data.discovered_hosts).toEqual([FULL_HOST]);
  });

  it("requires no field of a host, and accepts an empty list of hosts", () => {
    expect(checkSubmission(submission([{}])).data.discovered_hosts).toEqual([{}]);
    expect(checkSubmission(submission([])).data.discovered_hosts).toEqual([]);
  });

  it("reads null as absent in every optional field", () => {
    const blank = (fields: object) => Object.fromEntries(Object.keys(fields).map((key) => [key, null]));
    const nulls = {
      ...blank(FULL_HOST),
      os: blank(FULL_HOST.os),
      hardware: { ...blank(FULL_HOST.hardware), model: "X1" },
      installed_applications: [{ name: "nginx", vendor: null }, { name: "curl" }],
    };
    expect(checkSubmission(submission([nulls])).data.discovered_hosts).toEqual([
      { os: {}, hardware: { model: "X1" }, installed_applications: [{ name: "nginx" }, { name: "curl" }] },
    ]);
    expect(checkSubmission(submission([blank(FULL_HOST)])).data.discovered_hosts).toEqual([{}]);
  });

  it("keeps unknown fields of a host and of its parts for the raw record", () => {
    const host = { hostname: "web1", rack: { unit: 4 }, os: { build: "x" }, disks: [{ name: "sda", wwn: 1 }] };
    expect(checkSubmission(submission([host])).data.discovered_hosts).toEqual([host]);
  });

  it("refuses unknown fields at the top, naming them", () => {
    const { violations } = refusal(() => checkSubmission(submission([], { site: "north", zone: 1 })));
    expect(violations).toEqual([
      { field: "site", reason: "is not a known field" },
      { field: "zone", reason: "is not a known field" },
    ]);
  });

  it.each([
    ["a port as text", { open_ports: [22, "80"] }, "open_ports.1"],
    ["a port beyond 65535", { open_ports: [65_536] }, "open_ports.0"],
    ["a negative port", { open_ports: [-1] }, "open_ports.0"],
    ["half a port", { open_ports: [22.5] }, "open_ports.0"],
    ["a hostname that is a number", { hostname: 7 }, "hostname"],
    ["an address list that is a text", { ip_addresses: "192.0.2.1" }, "ip_addresses"],
    ["null within a list", { mac_addresses: [null] }, "mac_addresses.0"],
    ["cores as text", { hardware: { cpu_cores: "4" } }, "hardware.cpu_cores"],
    ["negative memory", { hardware: { memory_gb: -1 } }, "hardware.memory_gb"],
    ["an application that is a text", { installed_applications: ["nginx"] }, "installed_applications.0"],
    [
      "a version that is a number",
      { installed_applications: [{ name: "a", version: 1.2 }] },
      "installed_applications.0.version",
    ],
    ["an operating system that is a text", { os: "Linux" }, "os"],
    ["a name without end", { hostname: "x".repeat(1_025) }, "hostname"],
    ["a host that is a list", [], ""],
  ])("refuses the submission for %s", (_, host, field) => {
    const { code, violations } = refusal(() => checkSubmission(submission([FULL_HOST, host])));
    expect(code).toBe("VALIDATION_ERROR");
    expect(violations.map((violation) => violation.field)).toEqual([
      ["data.discovered_hosts.1", field].filter(Boolean).join("."),
    ]);
    expect(scanSubmissionSchema.safeParse(submission([FULL_HOST, host])).success).toBe(false);
  });

  it("accepts a malformed address as text", () => {
    const host = { ip_address: "not an address", mac_address: "00-00-5E-00-53-01", ip_addresses: ["::ffff:192.0.2.1"] };
    expect(checkSubmission(submission([host])).data.discovered_hosts).toEqual([host]);
  });

  it.each([
    ["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.000Z"],
    ["2026-01-31T08:00:00.123456+02:00", "2026-01-31T06:00:00.123Z"],
    ["2026-01-31T08:00:00+0200", "2026-01-31T06:00:00.000Z"],
    ["2026-01-31T08:00-05", "2026-01-31T13:00:00.000Z"],
    ["2026-01-31t08:00:00,5z", "2026-01-31T08:00:00.500Z"],
    ["2024-02-29T23:59:59Z", "2024-02-29T23:59:59.000Z"],
    ["1997-01-01T00:00:00Z", "1997-01-01T00:00:00.000Z"],
  ])("reads the time %s", (timestamp, expected) => {
    expect(checkSubmission(submission([], { timestamp })).timestamp).toBe(expected);
  });

  it.each([
    "2026-01-31T08:00:00",
    "2026-02-30T08:00:00Z",
    "2026-01-31",
    "2026-01-31T24:00:00Z",
    "2026-13-01T00:00:00Z",
    "yesterday",
    "",
    1_767_225_600,
  ])("refuses the time %j", (timestamp) => {
    expect(refusal(() => checkSubmission(submission([], { timestamp }))).violations).toMatchObject([
      { field: "timestamp" },
    ]);
  });

  it.each([
    [{ scan_type: "" }, "scan_type"],
    [{ scan_type: "x".repeat(65) }, "scan_type"],
    [{ scanner_id: "x".repeat(256) }, "scanner_id"],
    [{ scanner_id: null }, "scanner_id"],
    [{ data: [] }, "data"],
    [{ data: {} }, "data.discovered_hosts"],
  ])("refuses %j", (outer, field) => {
    expect(refusal(() => checkSubmission(submission([], outer))).violations).toMatchObject([{ field }]);
  });

  it("reports every missing field", () => {
    const { violations } = refusal(() => checkSubmission({}));
    expect(violations).toEqual(
      ["scan_type", "scanner_id", "timestamp", "data"].map((field) => ({ field, reason: "is required" })),
    );
    for (const value of [null, [], "x", 1]) expect(refusal(() => checkSubmission(value)).code).toBe("VALIDATION_ERROR");
  });

  it("bounds the number of hosts and the lists of a host", () => {
    const hosts = (count: number) => submission(Array.from({ length: count }, () => ({})));
    expect(checkSubmission(hosts(MAX_HOSTS)).data.discovered_hosts).toHaveLength(MAX_HOSTS);
    expect(refusal(() => checkSubmission(hosts(MAX_HOSTS + 1))).violations).toMatchObject([
      { field: "data.discovered_hosts" },
    ]);
    for (const [list, most] of Object.entries(LIST_LIMITS)) {
      const host = { [list]: Array.from({ length: most + 1 }, () => ({})) };
      expect(refusal(() => checkSubmission(submission([host]))).violations[0]?.field).toMatch(
        `data.discovered_hosts.0.${list}`,
      );
    }
  });

  it("stops after a bounded number of faults", () => {
    const hosts = Array.from({ length: 1_000 }, () => ({ open_ports: Array.from({ length: 20 }, () => "x") }));
    expect(refusal(() => checkSubmission(submission(hosts))).violations).toHaveLength(50);
  });
});
