import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isIdentifyingIp, normalizeInterfaceIp, normalizeIp } from "../../../../src/model/identifiers.ts";

describe("normalizeIp", () => {
  it.each([
    ["192.0.2.10", "192.0.2.10"],
    ["  192.0.2.10\n", "192.0.2.10"],
    ["::ffff:192.0.2.10", "192.0.2.10"],
    ["::FFFF:c000:20a", "192.0.2.10"],
    ["0:0:0:0:0:ffff:192.0.2.10", "192.0.2.10"],
    ["2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
    ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["[fe80::1%25]", "fe80::1"],
    ["::", "::"],
    ["0.0.0.0", "0.0.0.0"],
  ])("%j -> %j", (text, expected) => {
    expect(normalizeIp(text)).toBe(expected);
  });

  it.each([
    "",
    "127.1",
    "0177.0.0.1",
    "0x7f.0.0.1",
    "3232235777",
    "192.0.2.010",
    "192.0.2",
    "192.0.2.256",
    "192.0.2.1.",
    "192.0.2.1:443",
    "192.0.2.1%eth0",
    "[192.0.2.1",
    "2001:db8::1::2",
    "2001:db8::g",
    ":::",
    "example.com",
    "192.0.2.1/24",
    "1".repeat(10_000),
    "::ffff:127.1",
    "::ffff:0x7f.0.0.1",
    "１92.0.2.1",
  ])("refuses %j", (text) => {
    expect(normalizeIp(text)).toBeUndefined();
  });

  it("gives one text to every spelling of an IPv6 address, and that text gives itself", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const normalized = normalizeIp(address);
        expect(normalized).toBeDefined();
        expect(normalizeIp(address.toUpperCase())).toBe(normalized);
        expect(normalizeIp(`[${address}]`)).toBe(normalized);
        expect(normalizeIp(normalized!)).toBe(normalized);
      }),
    );
  });

  it("folds an IPv4-mapped address into its IPv4 address", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(normalizeIp(`::ffff:${address}`)).toBe(address);
        expect(normalizeIp(address)).toBe(address);
      }),
    );
  });
});

describe("isIdentifyingIp", () => {
  it.each([
    "192.0.2.1",
    "10.0.0.1",
    "172.17.0.1",
    "100.64.0.1",
    "169.253.0.1",
    "2001:db8::1",
    "fd00::1",
    "fe8::1",
    "ff::1",
  ])("%s identifies", (ip) => {
    expect(isIdentifyingIp(normalizeIp(ip)!)).toBe(true);
  });
  it.each([
    "127.0.0.1",
    "127.255.0.3",
    "0.0.0.0",
    "169.254.1.1",
    "224.0.0.1",
    "239.255.255.250",
    "255.255.255.255",
    "255.255.255.0",
    "::",
    "::1",
    "fe80::1",
    "febf::1",
    "ff02::1",
    "::ffff:127.0.0.1",
  ])("%s does not", (ip) => {
    expect(isIdentifyingIp(normalizeIp(ip)!)).toBe(false);
  });
});

describe("normalizeInterfaceIp", () => {
  it.each([
    ["192.0.2.10/24", "192.0.2.10"],
    ["192.0.2.0/24", undefined],
    ["192.0.2.0/31", "192.0.2.0"],
    ["192.0.2.0/32", "192.0.2.0"],
    ["2001:db8::5/64", "2001:db8::5"],
    ["2001:db8::/64", undefined],
    ["2001:db8::/128", "2001:db8::"],
    ["192.0.2.10/33", undefined],
    ["192.0.2.10/", undefined],
    ["192.0.2.10/24/2", undefined],
    ["192.0.2.10", "192.0.2.10"],
  ])("%s -> %s", (text, expected) => {
    expect(normalizeInterfaceIp(text)).toBe(expected);
  });
});
