import { describe, expect, it } from "vitest";
import { decideBatch, MAX_HOLDERS } from "../../../../src/features/discovery/identity/decide-batch.ts";
import type { HostLike } from "../../../../src/features/discovery/identity/host-like.ts";
import type { Candidate } from "../../../../src/features/discovery/identity/view.ts";
import { facts, ip, localMac, mac, seen, serial, uuid } from "./unit-support.ts";

const newId = (index: number) => `new-${index}`;

function outcomes(hosts: HostLike[], estate: Candidate[] = []) {
  const batch = hosts.map((host) => facts(host));
  return decideBatch(batch, estate, newId).map(({ action, ciId, rule }) => [action, ciId, rule]);
}

describe("decideBatch", () => {
  it("makes one CI of one serial number, whatever else differs", () => {
    const hardware = { serial_number: serial(1) };
    expect(outcomes([{ hostname: "a", hardware }, { hostname: "b", hardware }, { hardware }])).toEqual([
      ["create", "new-0", null],
      ["match", "new-0", 2],
      ["match", "new-0", 2],
    ]);
  });

  it("joins hosts that overlap step by step", () => {
    expect(
      outcomes([
        { hostname: "web01", ip_address: ip(1) },
        { hostname: "web01", mac_address: mac(1) },
        { mac_address: mac(1), hostname: "web01", hardware: { serial_number: serial(1) } },
        { hardware: { serial_number: serial(1) } },
      ]),
    ).toEqual([
      ["create", "new-0", null],
      ["match", "new-0", 5],
      ["match", "new-0", 4],
      ["match", "new-0", 2],
    ]);
  });

  it("keeps clones of one batch apart, and names the one for the other", () => {
    const hardware = { serial_number: serial(1), uuid: uuid(1) };
    const batch = [
      facts({ hostname: "vm1", mac_address: localMac(1), hardware }),
      facts({ hostname: "vm2", mac_address: localMac(2), hardware }),
    ];
    const decisions = decideBatch(batch, [], newId);
    expect(decisions.map(({ action, ciId, cloneOf }) => [action, ciId, cloneOf])).toEqual([
      ["create", "new-0", []],
      ["create", "new-1", ["new-0"]],
    ]);
  });

  it.each([
    ["before", 0],
    ["after", 1],
  ])("matches a bare address to the host that the same scanner reports with it, listed %s it", (_, at) => {
    const hosts: HostLike[] = [{ ip_address: ip(1), hostname: "web01", hardware: { serial_number: serial(1) } }];
    hosts.splice(at, 0, { ip_address: ip(1) });
    const first = outcomes(hosts);
    expect(new Set(first.map(([, ciId]) => ciId)).size).toBe(1);
    const known = seen("known", hosts[1 - at]!);
    expect(outcomes(hosts, [known]).map(([action, ciId]) => [action, ciId])).toEqual([
      ["match", "known"],
      ["match", "known"],
    ]);
  });

  it("does not match a bare address that several hosts of the batch have", () => {
    const shared = [
      { ip_addresses: [ip(9)], hostname: "node1" },
      { ip_addresses: [ip(9)], hostname: "node2" },
      { ip_address: ip(9) },
    ];
    expect(outcomes(shared).map(([, ciId]) => ciId)).toEqual(["new-0", "new-1", "new-2"]);
  });

  it("gives a CI known by its address to the first richer host, and to no second one", () => {
    const hosts = [
      { ip_address: ip(1), hostname: "web01" },
      { ip_address: ip(1), hostname: "web02" },
    ];
    expect(outcomes(hosts, [seen("a", { ip_address: ip(1) })])).toEqual([
      ["match", "a", 6],
      ["create", "new-1", null],
    ]);
  });

  it("restores a deleted CI once", () => {
    const host = { hostname: "web01" };
    expect(outcomes([host, host], [seen("a", host, { deleted: true })])).toEqual([
      ["restore", "a", 5],
      ["match", "a", 5],
    ]);
  });

  it("marks a duplicate once", () => {
    const host = { hardware: { serial_number: serial(1) } };
    const estate = [seen("a", host), seen("b", host, { createdAt: "2026-02-01T00:00:00.000Z" })];
    const decisions = decideBatch([facts(host), facts(host)], estate, newId);
    expect(decisions.map(({ ciId, duplicates }) => [ciId, duplicates])).toEqual([
      ["a", ["b"]],
      ["a", []],
    ]);
  });

  it("parks a host without identifiers, in its position", () => {
    expect(outcomes([{ ip_address: "127.0.0.1" }, { hostname: "web01" }, {}])).toEqual([
      ["park", undefined, null],
      ["create", "new-1", null],
      ["park", undefined, null],
    ]);
  });

  it("no longer matches the old name of a renamed host", () => {
    const hosts = [
      { host_id: "h1", hostname: "new-name" },
      { host_id: "h2", hostname: "old-name" },
    ];
    expect(outcomes(hosts, [seen("a", { host_id: "h1", hostname: "old-name" })])).toEqual([
      ["match", "a", 0],
      ["create", "new-1", null],
    ]);
  });

  it("matches a host among any number of its containers", () => {
    const hardware = { serial_number: serial(1), uuid: uuid(1) };
    const containers = Array.from({ length: MAX_HOLDERS + 50 }, (_, i) =>
      seen(
        `c${i}`,
        { device_type: "container", hostname: `c${i}`, hardware },
        { createdAt: "2025-01-01T00:00:00.000Z" },
      ),
    );
    const estate = [...containers, seen("node", { hostname: "node1", hardware })];
    expect(
      outcomes(
        [
          { hostname: "node1", hardware },
          { device_type: "container", hostname: `c${MAX_HOLDERS + 40}`, hardware },
        ],
        estate,
      ),
    ).toEqual([
      ["match", "node", 1],
      ["match", `c${MAX_HOLDERS + 40}`, 1],
    ]);
  });

  it("decides thousands of hosts of one name and address in bounded time", () => {
    const hosts = Array.from({ length: 3_000 }, (_, i) => ({
      hostname: "ubuntu",
      ip_address: ip(1),
      hardware: { serial_number: serial(i) },
    }));
    const ids = outcomes(hosts).map(([, ciId]) => ciId);
    expect(new Set(ids).size).toBe(hosts.length);
  });
});
