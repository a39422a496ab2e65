import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareIdentifiers,
  identifierKey,
  identifiersOf,
  identifiersOfText,
  MAX_IDENTIFIERS,
  nameKey,
} from "../../../../src/model/identifiers.ts";

function keysOf(attributes: Record<string, unknown>, customFields: Record<string, unknown> = {}, type = "server") {
  return identifiersOf({ type, name: "Web 01", attributes, customFields }).map(identifierKey);
}

const NAME = "name:server|web 01";

describe("identifiersOf", () => {
  it("reads attributes and custom fields alike, sorted, each once", () => {
    const attributes = { ip_address: "192.0.2.10", serial_number: "ABC-77", os: "Linux" };
    const customFields = {
      hostname: "WEB01",
      fqdn: "web01.example.com",
      ip_address: "192.0.2.10",
      all_ip_addresses: ["192.0.2.10", "2001:DB8::1", "127.0.0.1", "fe80::1"],
      mac_address: "00-1B-44-11-3A-B7",
      mac_addresses: ["001b44113ab7", "02:42:ac:11:00:02", "52:54:00:a1:b2:c3"],
      uuid: "4c4c4544-0034-3010-8048-b6c04f503732",
    };
    expect(keysOf(attributes, customFields)).toEqual([
      "fqdn:web01.example.com",
      "hostname:web01",
      "ip:192.0.2.10",
      "ip:2001:db8::1",
      "mac:00:1b:44:11:3a:b7",
      "mac:52:54:00:a1:b2:c3",
      NAME,
      "serial:abc-77",
      "uuid:44454c4c-0034-1030-8048-b6c04f503732",
    ]);
    expect(keysOf(customFields, attributes)).toEqual(keysOf(attributes, customFields));
  });

  it("reads the serial number and UUID of `hardware` and the adapters' MAC addresses, but not those of parts", () => {
    const fields = {
      hardware: { serial_number: "ABC-77", uuid: "4c4c4544-0034-3010-8048-b6c04f503732" },
      network_adapters: [{ name: "eth0", mac_address: "00:1b:44:11:3a:b7", ip_addresses: ["192.0.2.10/24"] }, null, 3],
      disks: [{ serial_number: "DISK-1", uuid: "5c4c4544-0034-3010-8048-b6c04f503732" }],
      parent: { hostname: "other", mac_address: "00:1b:44:11:3a:b8" },
    };
    expect(keysOf({}, fields)).toEqual([
      "ip:192.0.2.10",
      "mac:00:1b:44:11:3a:b7",
      NAME,
      "serial:abc-77",
      "uuid:44454c4c-0034-1030-8048-b6c04f503732",
    ]);
  });

  it.each([
    ["at any depth", { a: { b: [{ c: { ip: "192.0.2.1" } }] } }],
    ["in camel case", { net: { ipAddress: "192.0.2.1" } }],
    ["in a list of lists", { ip_addresses: [["192.0.2.1"]] }],
    ["in JSON in a text", { facts: '{"net": {"ip_addresses": ["192.0.2.1"]}}' }],
    ["in JSON in JSON", { facts: JSON.stringify({ inner: JSON.stringify([{ ip: "192.0.2.1" }]) }) }],
    ["as a JSON list under the key", { all_ip_addresses: ' ["192.0.2.1"]' }],
    ["several in a text", { ip_address: "127.0.0.1, 192.0.2.1;192.0.2.1" }],
    ["mapped", { ip: "::ffff:192.0.2.1" }],
    ["by adapter", { ip_addresses: { eth0: "192.0.2.1", lo: "127.0.0.1" } }],
    [
      "beside mask and gateway",
      { ip_addresses: [{ address: "192.0.2.1", netmask: "255.255.255.0", gateway: "192.0.2.254" }] },
    ],
  ])("finds an address %s", (_, fields) => {
    expect(keysOf({}, fields)).toEqual(["ip:192.0.2.1", NAME]);
    expect(keysOf(fields)).toEqual(["ip:192.0.2.1", NAME]);
  });

  it.each([
    ["not under a key that says so", { gateway: "192.0.2.1", dns: ["192.0.2.1"], remote_address: "192.0.2.1" }],
    ["not malformed", { ip: "127.1", ip_address: "192.0.2.300" }],
    ["not in broken JSON", { facts: '{"ip": "192.0.2.1"' }],
    ["not a network", { ip: "192.0.2.0/24" }],
    ["not a number", { ip: 3221225985 }],
  ])("%s", (_, fields) => {
    expect(keysOf(fields)).toEqual([NAME]);
  });

  it("makes a full name of a host name with a domain, and a host name of a full name alone", () => {
    expect(keysOf({ hostname: "Web01.Example.com" })).toEqual(["fqdn:web01.example.com", "hostname:web01", NAME]);
    expect(keysOf({ fqdn: "web01.example.com" })).toEqual(["fqdn:web01.example.com", "hostname:web01", NAME]);
    expect(keysOf({ fqdn: "www.example.com", hostname: "web01" })).toEqual([
      "fqdn:www.example.com",
      "hostname:web01",
      NAME,
    ]);
  });

  it("leaves out values that identify nothing", () => {
    const fields = {
      hostname: "localhost",
      fqdn: "localhost.localdomain",
      serial_number: "To Be Filled By O.E.M.",
      uuid: "03000200-0400-0500-0006-000700080009",
      mac_address: "00:50:56:c0:00:08",
      ip_address: "127.0.0.1",
    };
    expect(keysOf(fields)).toEqual([NAME]);
  });

  it("accepts a serial number that is sent as a number", () => {
    expect(keysOf({ serial_number: 7_345_112 })).toEqual([NAME, "serial:7345112"]);
  });

  it("gives software and services their name alone, and software instances nothing", () => {
    const fields = { ip_address: "192.0.2.1", serial_number: "ABC-77" };
    expect(keysOf(fields, {}, "software")).toEqual(["name:software|web 01"]);
    expect(keysOf(fields, {}, "software_family")).toEqual(["name:software_family|web 01"]);
    expect(keysOf(fields, {}, "business_service")).toEqual(["name:business_service|web 01"]);
    expect(keysOf(fields, {}, "software_instance")).toEqual([]);
    expect(keysOf(fields, {}, "application")).toContain("ip:192.0.2.1");
  });

  it("stops at a fixed number, keeping what is not an address", () => {
    const many = Array.from({ length: 5_000 }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    const keys = keysOf({ all_ip_addresses: many, serial_number: "ABC-77" });
    expect(keys).toHaveLength(MAX_IDENTIFIERS);
    expect(keys).toContain("serial:abc-77");
    expect(keys).toContain(NAME);
  });

  it("survives any nesting and any content", () => {
    let nested: unknown = { ip: "192.0.2.1" };
    for (let i = 0; i < 5_000; i++) nested = { a: nested };
    expect(keysOf({ nested, text: "[".repeat(50_000), proto: '{"__proto__": {"ip": "192.0.2.7"}}' })).toEqual([
      "ip:192.0.2.7",
      NAME,
    ]);
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        const found = identifiersOf({ type: "server", name: "x", attributes: fields, customFields: fields });
        expect(found).toEqual([...found].sort(compareIdentifiers));
        expect(new Set(found.map(identifierKey)).size).toBe(found.length);
      }),
    );
  });
});

describe("nameKey", () => {
  it("does not depend on case, surrounding blanks and composition", () => {
    expect(nameKey(" Cafe\u0301 Server ")).toBe(nameKey("CAFÉ server"));
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (name) => nameKey(nameKey(name)) === nameKey(name)));
  });
});

describe("identifiersOfText", () => {
  it("lists every identifier that a text may be", () => {
    expect(identifiersOfText("::ffff:192.0.2.1").map(identifierKey)).toContain("ip:192.0.2.1");
    expect(identifiersOfText("Web01.example.com").map(identifierKey)).toEqual([
      "fqdn:web01.example.com",
      "hostname:web01",
      "serial:web01.example.com",
    ]);
    expect(identifiersOfText("  ")).toEqual([]);
  });
});
