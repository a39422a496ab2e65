import { describe, expect, it } from "vitest";
import { type Decision, decide, MAX_LISTED } from "../../../../src/features/discovery/identity/decide.ts";
import type { HostLike } from "../../../../src/features/discovery/identity/host-like.ts";
import { presentDecision } from "../../../../src/features/discovery/identity/present-decision.ts";
import type { Candidate } from "../../../../src/features/discovery/identity/view.ts";
import {
  comparedUuid,
  facts,
  halfTurnedUuid,
  handMade,
  ip,
  localMac,
  mac,
  SCANNER,
  seen,
  serial,
  turnedUuid,
  uuid,
} from "./unit-support.ts";

/** Label, host, existing CIs, expected decision. */
type Case = [label: string, host: HostLike, cis: Candidate[], expected: Partial<Decision>];

function run(cases: Case[]) {
  it.each(cases)("%s", (_, host, cis, expected) => {
    const decision = decide(facts(host), cis);
    expect(decision).toMatchObject(expected);
    const accounted = [decision.ciId, ...decision.candidates.map(({ ciId }) => ciId)].filter(Boolean).sort();
    expect(accounted).toEqual(cis.map(({ ciId }) => ciId).sort());
    expect(decide(facts(host), [...cis].reverse())).toEqual(decision);
  });
}

const created = { action: "create", ciId: undefined, rule: null, matched: {} } as const;
const hw = (n: number) => ({ serial_number: serial(n), uuid: uuid(n) });

describe("decide by rule 0: source key", () => {
  const known = { host_id: "h1", hostname: "web01", mac_address: mac(1), hardware: hw(1) };
  run([
    [
      "same key",
      { host_id: "h1" },
      [seen("a", known)],
      { action: "match", ciId: "a", rule: 0, matched: { source_key: `${SCANNER}|h1` } },
    ],
    ["renamed", { ...known, hostname: "web02" }, [seen("a", known)], { ciId: "a", rule: 0 }],
    ["other adapter", { ...known, mac_address: mac(2) }, [seen("a", known)], { ciId: "a", rule: 0 }],
    [
      "mainboard replaced, name kept",
      { ...known, hardware: hw(2) },
      [seen("a", known)],
      {
        ciId: "a",
        rule: 0,
        conflicts: [
          "serial number differs: the CI has sn-1-x, the host reports sn-2-x",
          `UUID differs: the CI has ${comparedUuid(1)}, the host reports ${comparedUuid(2)}`,
        ],
      },
    ],
    [
      "key copied with an image: other name, other adapters",
      { host_id: "h1", hostname: "web02", mac_address: mac(2) },
      [seen("a", known)],
      { ...created, cloneOf: ["a"] },
    ],
    [
      "key copied with an image: other name, other hardware, no adapters known",
      { host_id: "h1", hostname: "web02", hardware: hw(2) },
      [seen("a", { ...known, mac_address: null })],
      { ...created, cloneOf: ["a"] },
    ],
    [
      "same id at another scanner",
      { host_id: "h1" },
      [seen("a", { host_id: "h1" }, { scanner: "scanner-2" })],
      created,
    ],
    [
      "goes before a serial number elsewhere",
      { host_id: "h1", hostname: "web01", hardware: { serial_number: serial(2) } },
      [seen("a", { host_id: "h1", hostname: "web01" }), seen("b", { hardware: { serial_number: serial(2) } })],
      { ciId: "a", rule: 0, duplicates: ["b"] },
    ],
  ]);
});

describe("decide by rules 1 and 2: serial number, with and without UUID", () => {
  run([
    [
      "both agree",
      { hardware: hw(1) },
      [seen("a", { hardware: hw(1) })],
      { ciId: "a", rule: 1, matched: { serial: "sn-1-x", uuid: comparedUuid(1) } },
    ],
    [
      "UUID in the other byte order",
      { hardware: { ...hw(1), uuid: turnedUuid(1) } },
      [seen("a", { hardware: hw(1) })],
      { rule: 1, ciId: "a" },
    ],
    [
      "renamed, moved, other adapter",
      { hardware: hw(1), hostname: "b", ip_address: ip(2), mac_address: mac(2) },
      [seen("a", { hardware: hw(1), ip_address: ip(1), mac_address: mac(1) })],
      { ciId: "a", rule: 1 },
    ],
    [
      "serial alone",
      { hardware: { serial_number: "sn-1-x" } },
      [seen("a", { hardware: hw(1) })],
      { ciId: "a", rule: 2, conflicts: [] },
    ],
    [
      "serial alone, UUID disagrees: same host and a note",
      { hardware: { serial_number: serial(1), uuid: uuid(2) } },
      [seen("a", { hardware: hw(1) })],
      {
        ciId: "a",
        rule: 2,
        conflicts: [`UUID differs: the CI has ${comparedUuid(1)}, the host reports ${comparedUuid(2)}`],
      },
    ],
    [
      "VMware prefix and blanks",
      { hardware: { serial_number: "VMware-56 4d 12-ab" } },
      [handMade("a", { serial_number: "564d12-AB" })],
      { ciId: "a", rule: 2 },
    ],
    [
      "made by hand, adopted with its type",
      { hardware: hw(1), hostname: "x" },
      [handMade("a", { serial_number: serial(1) }, { type: "workstation" })],
      { action: "match", ciId: "a", rule: 2 },
    ],
    [
      "different serial numbers",
      { hardware: { serial_number: serial(2) }, ip_address: ip(1) },
      [seen("a", { hardware: { serial_number: serial(1) }, ip_address: ip(1) })],
      created,
    ],
    [
      "two laptops with placeholders for serial and UUID",
      {
        hostname: "laptop-2",
        mac_address: mac(2),
        hardware: { serial_number: "Default string", uuid: "03000200-0400-0500-0006-000700080009" },
      },
      [
        seen("a", {
          hostname: "laptop-1",
          mac_address: mac(1),
          hardware: { serial_number: "Default string", uuid: "03000200-0400-0500-0006-000700080009" },
        }),
      ],
      created,
    ],
    [
      "stronger than a host name elsewhere, which is a duplicate",
      { hardware: hw(1), hostname: "web01" },
      [seen("a", { hardware: hw(1), hostname: "old" }), handMade("b", { hostname: "web01" })],
      { ciId: "a", rule: 1, conflicts: [], duplicates: ["b"] },
    ],
  ]);
});

describe("decide for clones: same strong identifier, other name, no common MAC address", () => {
  const original = { hostname: "vm1", mac_address: mac(1), hardware: hw(1) };
  const copy = { hostname: "vm2", mac_address: mac(2), hardware: hw(1) };
  run([
    ["first sighting of the copy", copy, [seen("a", original)], { ...created, cloneOf: ["a"] }],
    [
      "with adapters made up by the hypervisor",
      { ...copy, mac_address: localMac(2) },
      [seen("a", { ...original, mac_address: localMac(1) })],
      { ...created, cloneOf: ["a"] },
    ],
    [
      "the copy again",
      copy,
      [seen("a", original), seen("b", copy)],
      { ciId: "b", rule: 1, cloneOf: ["a"], duplicates: [] },
    ],
    [
      "the original again",
      original,
      [seen("a", original), seen("b", copy)],
      { ciId: "a", rule: 1, cloneOf: ["b"], duplicates: [] },
    ],
    [
      "the copy renamed",
      { ...copy, hostname: "vm3" },
      [seen("a", original), seen("b", copy)],
      { ciId: "b", rule: 1, cloneOf: ["a"] },
    ],
    [
      "the copy with a new adapter",
      { ...copy, mac_address: mac(3) },
      [seen("a", original), seen("b", copy)],
      { ciId: "b", rule: 1, cloneOf: ["a"] },
    ],
    [
      "the copy without its adapters: known clones are never merged",
      { hostname: "vm2", hardware: hw(1) },
      [seen("a", original), seen("b", copy)],
      {
        ciId: "b",
        rule: 1,
        duplicates: [],
        conflicts: ["also matches CI a: kept apart: different host names and no common MAC address"],
      },
    ],
    [
      "same name: another adapter of one host",
      { ...copy, hostname: "vm1" },
      [seen("a", original)],
      { ciId: "a", rule: 1, cloneOf: [] },
    ],
    [
      "one adapter in common: renamed",
      { ...copy, mac_addresses: [mac(1)] },
      [seen("a", original)],
      { ciId: "a", rule: 1, cloneOf: [] },
    ],
    [
      "adapters not known: renamed",
      { hostname: "vm2", hardware: hw(1) },
      [seen("a", original)],
      { ciId: "a", rule: 1, cloneOf: [] },
    ],
    [
      "bridges inside the host do not join clones",
      { ...copy, mac_addresses: ["00:50:56:c0:00:08"] },
      [seen("a", { ...original, mac_addresses: ["00:50:56:c0:00:08"] })],
      { ...created, cloneOf: ["a"] },
    ],
    [
      "by UUID alone",
      { ...copy, hardware: { uuid: uuid(1) } },
      [seen("a", { ...original, hardware: { uuid: uuid(1) } })],
      { ...created, cloneOf: ["a"] },
    ],
  ]);
});

describe("decide by rule 3: UUID and a second fact", () => {
  const id = { hardware: { uuid: uuid(1) } };
  run([
    [
      "host name",
      { ...id, hostname: "web01" },
      [seen("a", { ...id, hostname: "WEB01.example.com" })],
      { ciId: "a", rule: 3, matched: { uuid: comparedUuid(1), hostname: "web01" } },
    ],
    [
      "MAC address, also one that is made up",
      { ...id, mac_address: localMac(1) },
      [seen("a", { ...id, mac_address: localMac(1) })],
      { ciId: "a", rule: 3 },
    ],
    [
      "MAC address, the UUID with its first field alone turned",
      { hardware: { uuid: halfTurnedUuid(1) }, mac_address: mac(1) },
      [seen("a", { ...id, mac_address: mac(1) })],
      { ciId: "a", rule: 3, matched: { uuid: comparedUuid(1), mac: mac(1) } },
    ],
    [
      "operating system",
      { ...id, os: { name: "Debian GNU/Linux" } },
      [seen("a", { ...id, os_guess: "Linux 5.4" })],
      { ciId: "a", rule: 3, matched: { uuid: comparedUuid(1), os: "linux" } },
    ],
    ["address", { ...id, ip_address: ip(1) }, [seen("a", { ...id, ip_address: ip(1) })], { ciId: "a", rule: 3 }],
    [
      "no second fact",
      { ...id, ip_address: ip(2) },
      [seen("a", { ...id, hostname: "web01", ip_address: ip(1) })],
      created,
    ],
    ["nothing else known on either side", id, [seen("a", id)], { ciId: "a", rule: 3 }],
    [
      "no second fact: an address, where the CI is known by a name",
      { ...id, ip_address: ip(1) },
      [seen("a", { ...id, hostname: "web01", ip_address: ip(1) })],
      created,
    ],
    [
      "no second fact: an address, where the host has a name",
      { ...id, hostname: "web01", ip_address: ip(1) },
      [seen("a", { ...id, ip_address: ip(1) })],
      created,
    ],
    [
      "serial number disagrees",
      { hardware: { serial_number: serial(2), uuid: uuid(1) }, hostname: "web01" },
      [seen("a", { hardware: hw(1), hostname: "web01" })],
      created,
    ],
  ]);
});

describe("decide by rule 4: a MAC address and a second fact", () => {
  run([
    [
      "host name",
      { mac_address: mac(1), hostname: "web01" },
      [seen("a", { mac_address: mac(1), hostname: "web01", hardware: hw(1) })],
      { ciId: "a", rule: 4, matched: { mac: mac(1), hostname: "web01" } },
    ],
    [
      "operating system, renamed",
      { mac_address: mac(1), hostname: "web02", os_guess: "Windows 11" },
      [seen("a", { mac_address: mac(1), hostname: "web01", os_guess: "Microsoft Windows 10" })],
      { ciId: "a", rule: 4, matched: { mac: mac(1), os: "windows" } },
    ],
    [
      "address: a sweep of the network, again",
      { mac_address: mac(1), ip_address: ip(1) },
      [seen("a", { mac_address: mac(1), ip_address: ip(1) })],
      { ciId: "a", rule: 4, matched: { mac: mac(1), ip: ip(1) } },
    ],
    [
      "no second fact: a lease that followed the MAC address of a docking station",
      { mac_address: mac(1), ip_address: ip(1), os_guess: "Linux" },
      [seen("a", { mac_address: mac(1), ip_address: ip(1), hostname: "laptop-1", os_guess: "Windows" })],
      created,
    ],
    [
      "no second fact: an address, where the CI is known by a name",
      { mac_address: mac(1), ip_address: ip(1) },
      [seen("a", { mac_address: mac(1), ip_address: ip(1), hostname: "web01" })],
      created,
    ],
    [
      "no second fact: a router that answers for others",
      { mac_address: mac(1), ip_address: ip(2) },
      [seen("a", { mac_address: mac(1), ip_address: ip(1) })],
      created,
    ],
    [
      "other name, other system",
      { mac_address: mac(1), hostname: "b", os_guess: "Windows" },
      [seen("a", { mac_address: mac(1), hostname: "a", os_guess: "Linux" })],
      created,
    ],
    [
      "nothing else known on either side",
      { mac_address: mac(1) },
      [seen("a", { mac_address: mac(1) })],
      { ciId: "a", rule: 4 },
    ],
    [
      "serial number disagrees",
      { mac_address: mac(1), hostname: "web01", hardware: { serial_number: serial(2) } },
      [seen("a", { mac_address: mac(1), hostname: "web01", hardware: { serial_number: serial(1) } })],
      created,
    ],
    [
      "UUID disagrees",
      { mac_address: mac(1), hostname: "web01", hardware: { uuid: uuid(2) } },
      [seen("a", { mac_address: mac(1), hostname: "web01", hardware: { uuid: uuid(1) } })],
      created,
    ],
    [
      "made-up MAC address alone",
      { mac_address: localMac(1), os_guess: "Linux", ip_address: ip(2) },
      [seen("a", { mac_address: localMac(1), os_guess: "Linux", ip_address: ip(1) })],
      created,
    ],
    [
      "docking station by its maker",
      { mac_address: "00:50:b6:00:00:01", hostname: "b", os_guess: "Windows" },
      [seen("a", { mac_address: "00:50:b6:00:00:01", hostname: "a", os_guess: "Windows" })],
      created,
    ],
    [
      "docking station by its name",
      {
        mac_addresses: [mac(2), mac(9)],
        hostname: "b",
        os_guess: "Windows",
        network_adapters: [{ name: "USB-C Dock", mac_address: mac(9) }],
      },
      [seen("a", { mac_addresses: [mac(1), mac(9)], hostname: "a", os_guess: "Windows" })],
      created,
    ],
    [
      "docking station by what else is there",
      { mac_addresses: [mac(2), mac(9)], hostname: "b", os_guess: "Windows" },
      [seen("a", { mac_addresses: [mac(1), mac(9)], hostname: "a", os_guess: "Windows" })],
      created,
    ],
    [
      "docking station that two CIs carry already",
      { mac_addresses: [mac(9)], hostname: "a", os_guess: "Windows" },
      [
        seen("a", { mac_addresses: [mac(1), mac(9)], hostname: "a", os_guess: "Windows" }),
        seen("b", { mac_addresses: [mac(2), mac(9)], hostname: "b", os_guess: "Windows" }),
      ],
      { ciId: "a", rule: 5, duplicates: [] },
    ],
    [
      "adapter replaced, another kept",
      { mac_addresses: [mac(1), mac(3)], hostname: "web01" },
      [seen("a", { mac_addresses: [mac(1), mac(2)], hostname: "web01" })],
      { ciId: "a", rule: 4 },
    ],
  ]);
});

describe("decide by rule 5: full name, then host name", () => {
  run([
    [
      "full name",
      { fqdn: "Web01.example.com" },
      [seen("a", { fqdn: "web01.example.com", hardware: hw(1) })],
      { ciId: "a", rule: 5, matched: { fqdn: "web01.example.com" } },
    ],
    [
      "host name, with another address (DHCP)",
      { hostname: "laptop-1", ip_address: ip(2) },
      [seen("a", { hostname: "laptop-1", ip_address: ip(1), hardware: hw(1) })],
      { ciId: "a", rule: 5, matched: { hostname: "laptop-1" } },
    ],
    [
      "full name goes before host name",
      { fqdn: "web01.example.com" },
      [
        seen("a", { hostname: "web01" }),
        seen("b", { fqdn: "web01.example.com" }, { createdAt: "2026-02-01T00:00:00.000Z" }),
      ],
      { ciId: "b", rule: 5, duplicates: ["a"] },
    ],
    [
      "same host name in another domain",
      { fqdn: "web01.example.com" },
      [seen("a", { fqdn: "web01.example.org" })],
      created,
    ],
    [
      "a domain that means here is none",
      { fqdn: "web01.local" },
      [seen("a", { fqdn: "web01.example.org" })],
      { ciId: "a", rule: 5 },
    ],
    [
      "virtual machine made anew under its name",
      { hostname: "vm1", ip_address: ip(1), hardware: { uuid: uuid(2) } },
      [seen("a", { hostname: "vm1", ip_address: ip(1), hardware: { uuid: uuid(1) } })],
      created,
    ],
    [
      "serial number disagrees",
      { hostname: "web01", hardware: { serial_number: serial(2) } },
      [seen("a", { hostname: "web01", hardware: { serial_number: serial(1) } })],
      created,
    ],
    [
      "two machines of one name: other adapter, other address",
      { hostname: "ubuntu", mac_address: mac(2), ip_address: ip(2) },
      [seen("a", { hostname: "ubuntu", mac_address: mac(1), ip_address: ip(1) })],
      created,
    ],
    [
      "adapter replaced: same address",
      { hostname: "web01", mac_address: mac(2), ip_address: ip(1) },
      [seen("a", { hostname: "web01", mac_address: mac(1), ip_address: ip(1) })],
      { ciId: "a", rule: 5 },
    ],
    [
      "the scanner tells them apart",
      { host_id: "h2", hostname: "ubuntu" },
      [seen("a", { host_id: "h1", hostname: "ubuntu" })],
      created,
    ],
    [
      "another scanner's key says nothing",
      { host_id: "h2", hostname: "web01" },
      [seen("a", { host_id: "h1", hostname: "web01" }, { scanner: "scanner-2" })],
      { ciId: "a", rule: 5 },
    ],
    [
      "localhost is no name",
      { hostname: "localhost", ip_address: ip(2) },
      [handMade("a", { hostname: "localhost", ip_address: ip(1) })],
      created,
    ],
    [
      "made by hand",
      { hostname: "web01", hardware: hw(1), mac_address: mac(1) },
      [handMade("a", { hostname: "WEB01" })],
      { ciId: "a", rule: 5 },
    ],
    [
      "an application of that host name is no device",
      { hostname: "web01" },
      [handMade("a", { hostname: "web01" }, { type: "application" })],
      { ...created, candidates: [{ ciId: "a", lostBecause: "a CI of type application is no device" }] },
    ],
  ]);
});

describe("decide by rule 6: address alone", () => {
  const rich = { ip_address: ip(1), hostname: "web01", mac_address: mac(1), hardware: hw(1) };
  run([
    [
      "the same address again",
      { ip_address: ip(1) },
      [seen("a", { ip_address: ip(1) })],
      { ciId: "a", rule: 6, matched: { ip: ip(1) } },
    ],
    [
      "first richer sighting upgrades",
      rich,
      [seen("a", { ip_address: ip(1) })],
      { action: "match", ciId: "a", rule: 6 },
    ],
    [
      "by an address of a further adapter",
      { hostname: "web01", network_adapters: [{ name: "eth1", ip_addresses: [ip(1)] }] },
      [seen("a", { ip_address: ip(1) })],
      { ciId: "a", rule: 6 },
    ],
    ["mapped address", { ip_address: `::ffff:${ip(1)}` }, [seen("a", { ip_address: ip(1) })], { ciId: "a", rule: 6 }],
    ["made by hand", rich, [handMade("a", { ip_address: ip(1) })], { ciId: "a", rule: 6 }],
    ["address reused: it belongs to a better known host", { ip_address: ip(1) }, [seen("a", rich)], created],
    [
      "address moved to another rich host",
      { ip_address: ip(1), hostname: "web02", mac_address: mac(2), hardware: hw(2) },
      [seen("a", rich)],
      created,
    ],
    ["known by name too", { ip_address: ip(1) }, [seen("a", { ip_address: ip(1), hostname: "web01" })], created],
    [
      "made-up MAC address differs",
      { ip_address: ip(1), mac_address: localMac(2) },
      [seen("a", { ip_address: ip(1), mac_address: localMac(1) })],
      created,
    ],
    [
      "made-up MAC address agrees",
      { ip_address: ip(1), mac_address: localMac(1) },
      [seen("a", { ip_address: ip(1), mac_address: localMac(1) })],
      { ciId: "a", rule: 6 },
    ],
    [
      "the bridge of a container engine is not the host",
      { hostname: "web01", network_adapters: [{ name: "docker0", ip_addresses: ["172.17.0.1"] }] },
      [seen("a", { ip_address: "172.17.0.1" })],
      created,
    ],
    [
      "loopback is no address",
      { hostname: "x", ip_address: "127.0.0.1" },
      [handMade("a", { ip_address: "127.0.0.1" })],
      created,
    ],
    [
      "a rich host that has its CI takes the bare one as its duplicate",
      rich,
      [seen("a", rich), seen("b", { ip_address: ip(1) })],
      { ciId: "a", rule: 1, duplicates: ["b"] },
    ],
    [
      "two bare ones: the older",
      { ip_address: ip(1) },
      [seen("a", { ip_address: ip(1) }, { createdAt: "2026-03-01T00:00:00.000Z" }), seen("b", { ip_address: ip(1) })],
      { ciId: "b", rule: 6, duplicates: ["a"] },
    ],
  ]);
});

describe("decide for containers", () => {
  const host = { hostname: "node1", mac_address: mac(1), ip_address: ip(1), hardware: hw(1) };
  const web = { device_type: "container", hostname: "web", hardware: hw(1), ip_address: "172.17.0.2" };
  run([
    ["never shares a CI with its host", web, [seen("a", host)], { ...created, cloneOf: [] }],
    [
      "even under the host's name and address",
      { ...web, hostname: "node1", ip_address: ip(1) },
      [seen("a", host)],
      created,
    ],
    ["nor under one key", { ...web, host_id: "h1" }, [seen("a", { ...host, host_id: "h1" })], created],
    [
      "nor the host with its container",
      host,
      [seen("a", web)],
      { ...created, candidates: [{ ciId: "a", lostBecause: "one is a container and the other is not" }] },
    ],
    ["nor with a container of another name", { ...web, hostname: "db" }, [seen("a", web)], created],
    ["is found again", web, [seen("a", web), seen("b", host)], { ciId: "a", rule: 1 }],
    [
      "made by hand as a container",
      { device_type: "Container", hostname: "web" },
      [handMade("a", { hostname: "web" }, { type: "container" })],
      { ciId: "a", rule: 5 },
    ],
    [
      "of one name on two hosts",
      { ...web, host_id: "c1", hardware: null },
      [seen("a", { ...web, host_id: "c9", hardware: null }, { scanner: "scanner-2" })],
      created,
    ],
    ["that its scanner tells apart", { ...web, host_id: "c2" }, [seen("a", { ...web, host_id: "c1" })], created],
    [
      "without a name goes by its key",
      { device_type: "container", host_id: "c1" },
      [seen("a", { ...web, host_id: "c1" })],
      { ciId: "a", rule: 0 },
    ],
    [
      "without a name not by its host's serial number",
      { device_type: "container", hardware: hw(1) },
      [seen("a", web)],
      created,
    ],
    ["does not take a bare address over", { ...web, ip_address: ip(1) }, [seen("a", { ip_address: ip(1) })], created],
  ]);
});

describe("decide for deleted CIs", () => {
  const host = { hostname: "web01", ip_address: ip(1), hardware: hw(1) };
  run([
    ["seen again: restored", host, [seen("a", host, { deleted: true })], { action: "restore", ciId: "a", rule: 1 }],
    [
      "a live one goes first",
      host,
      [seen("a", host, { deleted: true }), handMade("b", { hostname: "web01" })],
      { action: "match", ciId: "b", rule: 5, duplicates: [] },
    ],
    [
      "but not one that has the address only",
      host,
      [seen("a", host, { deleted: true }), seen("b", { ip_address: ip(1) })],
      { action: "restore", ciId: "a", duplicates: ["b"] },
    ],
    [
      "known by its address alone",
      { ip_address: ip(1) },
      [seen("a", { ip_address: ip(1) }, { deleted: true })],
      { action: "restore", ciId: "a", rule: 6 },
    ],
    [
      "a deleted clone stays deleted and makes no noise",
      { hostname: "vm2", mac_address: mac(2), hardware: hw(1) },
      [seen("a", { hostname: "vm1", mac_address: mac(1), hardware: hw(1) }, { deleted: true })],
      { ...created, cloneOf: [] },
    ],
  ]);
});

describe("decide among several matches", () => {
  const id = { hardware: { serial_number: serial(1) } };
  const younger = { createdAt: "2026-05-01T00:00:00.000Z" };
  run([
    [
      "the one whose host name agrees",
      { ...id, hostname: "b" },
      [seen("a", { ...id, hostname: "a" }), seen("b", { ...id, hostname: "b" }, younger)],
      { ciId: "b", rule: 2, duplicates: ["a"] },
    ],
    [
      "the one whose MAC address agrees",
      { ...id, mac_address: mac(2) },
      [seen("a", { ...id, mac_address: mac(1) }), seen("b", { ...id, mac_address: mac(2) }, younger)],
      { ciId: "b", rule: 2, duplicates: ["a"] },
    ],
    [
      "else the oldest",
      id,
      [seen("a", id, younger), seen("b", id), seen("c", id, younger)],
      { ciId: "b", rule: 2, duplicates: ["a", "c"] },
    ],
    [
      "of those that are active",
      id,
      [seen("a", id, { status: "inactive" }), seen("b", id, younger)],
      { ciId: "b", rule: 2, duplicates: ["a"] },
    ],
    [
      "a known duplicate stays one",
      id,
      [seen("a", id, { duplicateOf: "b" }), seen("b", id, younger)],
      { ciId: "b", duplicates: [] },
    ],
    [
      "a duplicate does not take over from its original by a stronger rule",
      { ...id, hostname: "web01" },
      [seen("a", { hostname: "web01" }), seen("b", { ...id, hostname: "web01" }, { duplicateOf: "a" })],
      { ciId: "a", rule: 5, duplicates: [] },
    ],
    [
      "the serial number says one CI, UUID and host name another: the host is both",
      { hardware: { serial_number: serial(1), uuid: uuid(2) }, hostname: "web01" },
      [seen("a", { hardware: hw(1) }), seen("b", { hardware: { uuid: uuid(2) }, hostname: "web01" })],
      {
        ciId: "a",
        rule: 2,
        duplicates: ["b"],
        conflicts: [`UUID differs: the CI has ${comparedUuid(1)}, the host reports ${comparedUuid(2)}`],
      },
    ],
    [
      "a CI that matches by its key, and has another serial number than the host's, stays apart",
      { host_id: "h1", hardware: { serial_number: serial(1) } },
      [seen("a", { host_id: "h1" }), seen("b", { host_id: "h1", hardware: { serial_number: serial(2) } })],
      {
        ciId: "a",
        rule: 0,
        duplicates: [],
        conflicts: ["also matches CI b: kept apart: different serial numbers"],
      },
    ],
  ]);

  it("explains every loser, and lists a bounded number", () => {
    const decision = decide(facts({ ...id, hostname: "web01" }), [
      seen("a", id, younger),
      seen("b", { ...id, hostname: "web01" }),
      handMade("c", { hostname: "web01" }),
      seen("d", { hostname: "web01", hardware: hw(2) }),
    ]);
    expect(decision.ciId).toBe("b");
    expect(decision.candidates).toEqual([
      {
        ciId: "a",
        lostBecause: "matches by rule 2 too, but less of host name and MAC addresses agrees; marked as its duplicate",
      },
      { ciId: "c", lostBecause: "matches by rule 5, weaker than rule 2; marked as its duplicate" },
      { ciId: "d", lostBecause: "the host name agrees, but the serial number differs" },
    ]);
    const crowd = Array.from({ length: 300 }, (_, i) => seen(`ci-${i}`, { hostname: "web01", hardware: hw(i + 2) }));
    expect(decide(facts({ ...id, hostname: "web01" }), crowd).candidates).toHaveLength(MAX_LISTED);
  });
});

describe("decide for a host without identifiers", () => {
  it("parks it and changes no CI", () => {
    const decision = decide(facts({ hostname: "localhost", ip_address: "127.0.0.1" }), [
      handMade("a", { ip_address: ip(1) }),
    ]);
    expect(decision).toMatchObject({ action: "park", ciId: undefined, rule: null, candidates: [], duplicates: [] });
    expect(decision.parkedReason).toContain("no usable identifier");
  });
});

describe("presentDecision", () => {
  it("has the fields of a scan's results", () => {
    const shared = { hostname: "web01" };
    const decision = decide(facts(shared), [
      seen("a", shared),
      seen("b", { ...shared, host_id: "x" }, { scanner: "s", createdAt: "2026-02-01T00:00:00.000Z" }),
    ]);
    expect(presentDecision(decision)).toEqual({
      rule: 5,
      matched: { hostname: "web01" },
      candidates: [{ ci_id: "b", lost_because: "matches by rule 5 too, but is newer; marked as its duplicate" }],
      conflicts: [],
      clone_of: [],
    });
    expect(presentDecision(decide(facts(shared), []))).toEqual({
      rule: null,
      matched: {},
      candidates: [],
      conflicts: [],
      clone_of: [],
    });
  });
});
