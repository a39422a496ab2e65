import { describe, expect, it } from "vitest";
import { onlyHost, readXml, refusal, report } from "./formats.support.ts";

const host = (text: string) => onlyHost(readXml(report(text)));
const port = (id: number | string, state: string, service = "", protocol = "tcp") =>
  `<port protocol="${protocol}" portid="${id}"><state state="${state}"/>${service}</port>`;
const os = (text: string) => host(`<os>${text}</os>`);

describe("nmapSubmission", () => {
  it("submits the hosts that are up", () => {
    const { submission, format } = readXml(`<nmaprun start="1767225600">
      <host><status state="down"/><address addr="192.0.2.1" addrtype="ipv4"/></host>
      <host><address addr="192.0.2.2" addrtype="ipv4"/></host>
      <host><status state="up"/><address addr="192.0.2.3" addrtype="ipv4"/></host>
      <runstats><finished time="1767229200"/></runstats></nmaprun>`);
    expect(format).toBe("nmap-xml");
    expect(submission).toEqual({
      scan_type: "nmap",
      scanner_id: "nmap",
      timestamp: "2026-01-01T01:00:00.000Z",
      data: { discovered_hosts: [{ ip_address: "192.0.2.3", ip_addresses: ["192.0.2.3"] }] },
    });
  });

  it("uses the start time if the end is absent, and refuses a report without either", () => {
    expect(readXml(report("")).submission.timestamp).toBe("2026-01-01T00:00:00.000Z");
    expect(refusal(() => readXml(report("", 'start="soon"'))).violations).toMatchObject([{ field: "nmaprun.start" }]);
  });

  it("reads addresses and the vendor of the MAC", () => {
    const found = host(
      '<address addr="2001:db8::10" addrtype="ipv6"/><address addr="00:00:5E:00:53:01" addrtype="mac" vendor="Example"/>',
    );
    expect(found).toEqual({
      ip_address: "192.0.2.10",
      ip_addresses: ["192.0.2.10", "2001:db8::10"],
      mac_address: "00:00:5E:00:53:01",
      mac_addresses: ["00:00:5E:00:53:01"],
      mac_vendor: "Example",
    });
  });

  it.each([
    [[], {}],
    [[["user", "web1"]], { hostname: "web1" }],
    [[["PTR", "web1.example.com"]], { hostname: "web1.example.com", fqdn: "web1.example.com" }],
    [
      [
        ["user", "www.example.com"],
        ["PTR", "web1.example.com"],
      ],
      { hostname: "web1.example.com", fqdn: "web1.example.com" },
    ],
    [
      [
        ["user", "web1"],
        ["PTR", "web1.example.com."],
      ],
      { hostname: "web1", fqdn: "web1.example.com" },
    ],
    [
      [
        ["user", "web"],
        ["PTR", "web1.example.com"],
      ],
      { hostname: "web1.example.com", fqdn: "web1.example.com" },
    ],
    [[["PTR", " "]], {}],
  ])("of the names %j takes %j", (names, expected) => {
    const { hostname, fqdn } = host(
      `<hostnames>${names.map(([type, name]) => `<hostname name="${name}" type="${type}"/>`).join("")}</hostnames>`,
    );
    expect({ hostname, fqdn }).toEqual({ hostname: undefined, fqdn: undefined, ...expected });
  });

  it("lists certainly open ports once, with their services", () => {
    const ports = [
      port(443, "open", '<service name="https" tunnel="ssl" method="table"/>'),
      port(
        22,
        "open",
        '<service name="ssh" product="OpenSSH" version="9.9" extrainfo="x" method="probed"><cpe>cpe:/a:openbsd:openssh:9.9</cpe></service><script id="ssh-hostkey" output="k"/>',
      ),
      port(53, "open", '<service name="domain"/>', "udp"),
      port(53, "open", '<service name="tcpwrapped"/>'),
      port(99, "open"),
      port(67, "open|filtered", '<service name="dhcps"/>', "udp"),
      port(25, "filtered"),
      port(80, "closed"),
      port(6, "open", "", "ip"),
      port(70_000, "open"),
      port("x", "open"),
    ];
    const found = host(`<ports><extraports state="closed" count="9"/>${ports.join("")}</ports>`);
    const listening = (protocol: string, local_port: number, process_name?: string) => ({
      protocol,
      local_address: "192.0.2.10",
      local_port,
      state: "LISTEN",
      ...(process_name ? { process_name } : {}),
    });
    expect(found.open_ports).toEqual([22, 53, 99, 443]);
    expect(found.network_connections).toEqual([
      listening("tcp", 443, "https"),
      listening("tcp", 22, "OpenSSH"),
      listening("udp", 53, "domain"),
      listening("tcp", 53),
      listening("tcp", 99),
    ]);
    expect(found.services).toEqual([
      { protocol: "tcp", port: 443, name: "https", tunnel: "ssl", method: "table" },
      {
        protocol: "tcp",
        port: 22,
        name: "ssh",
        product: "OpenSSH",
        version: "9.9",
        extrainfo: "x",
        method: "probed",
        cpes: ["cpe:/a:openbsd:openssh:9.9"],
      },
      { protocol: "udp", port: 53, name: "domain" },
      { protocol: "tcp", port: 53, name: "tcpwrapped" },
      { protocol: "tcp", port: 99 },
    ]);
    expect(found).not.toHaveProperty("installed_applications");
  });

  it("distinguishes no open ports from ports that were not scanned", () => {
    expect(host("<ports></ports>")).toMatchObject({ open_ports: [], network_connections: [] });
    expect(host("")).not.toHaveProperty("open_ports");
  });
});

describe("osGuess", () => {
  const match = (name: string, accuracy: number, classes = "") =>
    `<osmatch name="${name}" accuracy="${accuracy}">${classes}</osmatch>`;
  const kind = (type: string, family: string, generation: string, accuracy: number) =>
    `<osclass type="${type}" vendor="Example" osfamily="${family}" osgen="${generation}" accuracy="${accuracy}"/>`;

  it("uses the best match", () => {
    const found = os(
      match("Linux 3.x", 91, kind("general purpose", "Linux", "3.X", 91)) +
        match("Linux 6.x", 98, kind("general purpose", "Linux", "6.X", 98)),
    );
    expect(found).toMatchObject({
      os_guess: "Linux 6.x",
      os_accuracy: 98,
      os: { name: "Linux 6.x", family: "linux", version: "6.X" },
    });
    expect(found).not.toHaveProperty("device_type");
  });

  it("fills only os_guess below 90 percent", () => {
    const found = os(match("Example Router", 89, kind("router", "embedded", "", 89)));
    expect(found).toMatchObject({ os_guess: "Example Router", os_accuracy: 89 });
    expect(found.os).toBeUndefined();
    expect(found.device_type).toBeUndefined();
  });

  it("omits values on which equal matches and their classes differ", () => {
    const found = os(
      match("Windows 10", 100, kind("general purpose", "Windows", "10", 100)) +
        match(
          "Windows 7 or Phone",
          100,
          kind("general purpose", "Windows", "7", 100) + kind("phone", "Windows", "Phone", 100),
        ),
    );
    expect(found).toMatchObject({ os_guess: "Windows 10", os_accuracy: 100, os: { family: "windows" } });
    expect(found.os).toEqual({ family: "windows" });
  });

  it("reads the classes beside the matches of older reports", () => {
    const classes = kind("WAP", "embedded", "", 92) + kind("general purpose", "Linux", "2.6.X", 91);
    expect(os(classes + match("Example WAP", 92) + match("Linux 2.6", 91))).toMatchObject({
      os_guess: "Example WAP",
      os: { name: "Example WAP" },
      device_type: "network_device",
    });
    expect(os(kind("general purpose", "Linux", "2.6.X", 95) + kind("WAP", "embedded", "", 93)).os).toEqual({
      family: "linux",
      version: "2.6.X",
    });
    expect(os(kind("general purpose", "Linux", "2.6.X", 95) + kind("WAP", "embedded", "", 95)).os).toBeUndefined();
  });

  it.each([
    ["router", "network_device"],
    ["switch", "network_device"],
    ["WAP", "network_device"],
    ["firewall", "network_device"],
    ["printer", "printer"],
    ["storage-misc", "storage"],
    ["general purpose", undefined],
    ["phone", undefined],
    ["", undefined],
  ])("takes a %s for a %s", (type, expected) => {
    expect(os(match("x", 100, kind(type, "Linux", "", 100))).device_type).toBe(expected);
  });

  it.each([
    ["Linux", "linux"],
    ["Windows", "windows"],
    ["Mac OS X", "macos"],
    ["macOS", "macos"],
    ["FreeBSD", "other"],
    ["embedded", undefined],
  ])("has %s as family %s", (family, expected) => {
    expect(os(match("x", 100, kind("general purpose", family, "1", 100))).os?.family).toBe(expected);
  });
});
