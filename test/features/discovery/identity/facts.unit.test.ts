import { describe, expect, it } from "vitest";
import { isInternalAdapter, isRemovableAdapter } from "../../../../src/features/discovery/identity/adapters.ts";
import { MAX_LOOKUPS, sourceKeyOf } from "../../../../src/features/discovery/identity/facts.ts";
import { osFamilyOf } from "../../../../src/features/discovery/identity/os-family.ts";
import { identifierKey } from "../../../../src/model/identifiers.ts";
import { facts, ip, localMac, mac, serial, uuid } from "./unit-support.ts";

describe("factsOf", () => {
  it("reduces a host to what identifies it", () => {
    const found = facts({
      host_id: "h1",
      hostname: "WEB01.example.com",
      ip_address: ip(1),
      ip_addresses: [ip(1), "::ffff:192.0.2.2", "127.0.0.1", "fe80::1%eth0"],
      mac_address: mac(1).toUpperCase(),
      device_type: "Virtual Machine",
      os_guess: "Linux 5.4",
      hardware: { serial_number: " SN-1-X", uuid: uuid(1) },
      network_adapters: [{ name: "eth1", mac_address: localMac(1), ip_addresses: [`${ip(3)}/24`] }],
    });
    expect(found).toMatchObject({
      sourceKey: "scanner-1|h1",
      hostname: "web01",
      fqdn: "web01.example.com",
      serial: "sn-1-x",
      macs: [mac(1), localMac(1)],
      ips: [ip(1), ip(2), ip(3)],
      osFamily: "linux",
      deviceType: "virtual_machine",
      container: false,
      usable: true,
      parkedReason: undefined,
    });
    expect(found.lookups.map(identifierKey)).not.toContain(`mac:${localMac(1)}`);
    expect(found.identifiers.map(identifierKey)).toContain(`mac:${localMac(1)}`);
  });

  it("leaves out bridges inside the host and removable adapters", () => {
    const found = facts({
      hostname: "laptop-1",
      ip_address: ip(1),
      ip_addresses: [ip(1), "172.17.0.1", "192.168.122.1"],
      mac_addresses: [mac(1), mac(2), mac(3)],
      network_adapters: [
        { name: "wlp58s0", mac_address: mac(1), ip_addresses: [ip(1)] },
        { name: "enp57s0u1u4", mac_address: mac(2), ip_addresses: [ip(2)] },
        { name: "docker0", mac_address: "02:42:11:22:33:44", ip_addresses: ["172.17.0.1/16"] },
        { name: "virbr0", mac_address: "52:54:00:fa:20:0e", ip_addresses: ["192.168.122.1"] },
        { name: "ThinkPad USB-C Dock Ethernet", mac_address: mac(3) },
      ],
    });
    expect(found.macs).toEqual([mac(1)]);
    expect(found.ips).toEqual([ip(1), ip(2)]);
  });

  it("treats null like absent", () => {
    const nothing = {
      host_id: null,
      hostname: null,
      ip_addresses: null,
      hardware: null,
      os: null,
      network_adapters: null,
    };
    expect(facts(nothing)).toEqual(facts({}));
  });

  it.each([
    ["nothing", {}, "no usable identifier: the host carries none"],
    [
      "loopback",
      { ip_address: "127.0.0.1", hostname: "localhost" },
      'no usable identifier: hostname "localhost", ip_address "127.0.0.1" do not tell this host from others',
    ],
    [
      "a made-up MAC address",
      { mac_address: "02:42:ac:11:00:02" },
      'no usable identifier: mac_address "02:42:ac:11:00:02" does not tell this host from others',
    ],
    [
      "placeholders",
      { hardware: { serial_number: "To Be Filled By O.E.M.", uuid: "03000200-0400-0500-0006-000700080009" } },
      'no usable identifier: serial_number "To Be Filled By O.E.M.", uuid "03000200-0400-0500-0006-000700080009" do not tell this host from others',
    ],
  ])("parks a host with %s", (_, host, reason) => {
    expect(facts(host)).toMatchObject({ usable: false, lookups: [], parkedReason: reason });
  });

  it.each([
    { host_id: "7" },
    { hostname: "web01" },
    { fqdn: "web01.example.com" },
    { ip_address: ip(1) },
    { mac_address: mac(1) },
    { hardware: { serial_number: serial(1) } },
    { hardware: { uuid: uuid(1) } },
  ])("can use %j", (host) => {
    expect(facts(host)).toMatchObject({ usable: true, parkedReason: undefined });
  });

  it("looks up a bounded number of identifiers, the strong ones among them", () => {
    const many = Array.from({ length: 9_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`);
    const found = facts({ hostname: "switch-1", hardware: { serial_number: serial(1) }, ip_addresses: many });
    expect(found.lookups).toHaveLength(MAX_LOOKUPS);
    expect(found.lookups.map(identifierKey)).toEqual(expect.arrayContaining(["serial:sn-1-x", "hostname:switch-1"]));
  });
});

describe("sourceKeyOf", () => {
  it("cannot be forged across scanners", () => {
    expect(sourceKeyOf("a|b", "c")).not.toBe(sourceKeyOf("a", "b|c"));
    expect(sourceKeyOf("a%7Cb", "c")).not.toBe(sourceKeyOf("a|b", "c"));
  });
  it.each(["", "  ", "-", "N/A", "unknown", "null", undefined, null, "x".repeat(600)])("has none for %j", (id) => {
    expect(sourceKeyOf("s", id)).toBeUndefined();
  });
});

describe("isInternalAdapter and isRemovableAdapter", () => {
  it.each([
    "docker0",
    "br-0123456789ab",
    "virbr0-nic",
    "veth12ab",
    "vmnet8",
    "vEthernet (WSL)",
    "lo",
    "Loopback Pseudo-Interface 1",
    "VirtualBox Host-Only Ethernet Adapter",
    "kube-ipvs0",
    "WAN Miniport (IP)",
  ])("%s is internal", (name) => {
    expect(isInternalAdapter(name)).toBe(true);
  });
  it.each([
    "enp57s0u1u4",
    "enx001b44000001",
    "Realtek USB GbE Family Controller",
    "ASIX AX88179 USB 3.0",
    "Dell Dock Ethernet",
    "Surface Ethernet Adapter",
  ])("%s is removable", (name) => {
    expect(isRemovableAdapter(name)).toBe(true);
  });
  it.each([
    "eth0",
    "enp0s25",
    "eno1",
    "wlp2s0",
    "en0",
    "br0",
    "bond0",
    "tun0",
    "Ethernet",
    "Intel(R) Ethernet Connection I219-LM",
    "vEthernet (External)",
    "",
  ])("%s is the host's own", (name) => {
    expect(isInternalAdapter(name) || isRemovableAdapter(name)).toBe(false);
  });
});

describe("osFamilyOf", () => {
  it.each([
    ["Linux 3.2 - 4.9", "linux"],
    ["debian", "linux"],
    ["Red Hat Enterprise Linux 9", "linux"],
    ["Microsoft Windows Server 2022 Standard", "windows"],
    ["Darwin 22.1.0", "macos"],
    ["macOS 14.1", "macos"],
    ["Apple Mac OS X 10.11", "macos"],
    ["Cisco IOS 15.2", "cisco"],
    ["Apple iOS 15", "ios"],
    ["VMware ESXi 7.0", "esxi"],
    ["FreeBSD 13.2-RELEASE", "freebsd"],
    ["Android 13 (Linux 5.10)", "android"],
    ["other", undefined],
    ["", undefined],
  ])("%j -> %s", (text, family) => {
    expect(osFamilyOf(text)).toBe(family);
  });
  it("uses the first text that names a family", () => {
    expect(osFamilyOf(undefined, "other", "Windows 11", "Linux")).toBe("windows");
  });
});
