import { describe, expect, it } from "vitest";
import { allowedAddresses } from "../../../src/features/access/keys/allowed-addresses.ts";
import { createAddressFilter } from "../../../src/model/ip-ranges.ts";

describe("allowedAddresses", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    [" 192.0.2.1 ", "192.0.2.1"],
    ["192.0.2.77/24", "192.0.2.0/24"],
    ["192.0.2.1/32", "192.0.2.1"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ["2001:db8::7/64", "2001:db8::/64"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["::ffff:192.0.2.0/120", "192.0.2.0/24"],
    ["::/0", "::/0"],
  ])("normalises %s to %s", (given, kept) => {
    expect(allowedAddresses.parse([given])).toEqual([kept]);
  });

  it.each([
    "",
    "192.0.2",
    "127.1",
    "0x7f.0.0.1",
    "010.0.0.1",
    "2130706433",
    "192.0.2.256",
    "192.0.2.0/33",
    "192.0.2.0/-1",
    "192.0.2.0/08",
    "192.0.2.0/",
    "192.0.2.0/24/24",
    "192.0.2.0/255.255.255.0",
    "2001:db8::/129",
    "::ffff:0:0/90",
    "fe80::1%eth0",
    "[2001:db8::1]",
    "host.example.com",
    "192.0.2.1,192.0.2.2",
    "192.0.2.1\u0000",
    "*",
  ])("refuses %j", (text) => {
    expect(allowedAddresses.safeParse([text]).success).toBe(false);
  });

  it("accepts 1 to 50 entries, or no list", () => {
    const of = (length: number) => allowedAddresses.safeParse(Array(length).fill("192.0.2.1")).success;
    expect([of(0), of(1), of(50), of(51)]).toEqual([false, true, true, false]);
    expect(allowedAddresses.parse(undefined)).toBeUndefined();
    expect(allowedAddresses.parse(null)).toBeNull();
  });
});

describe("createAddressFilter", () => {
  const rule = createAddressFilter(["192.0.2.0/24", "198.51.100.7", "2001:db8::/32"]);

  it.each(["192.0.2.0", "192.0.2.255", "198.51.100.7", "::ffff:192.0.2.9", "::ffff:c633:6407", "2001:db8:ffff::1"])(
    "accepts the peer %s",
    (address) => {
      expect([rule(address), rule(address)]).toEqual([true, true]);
    },
  );

  it.each(["192.0.3.0", "198.51.100.8", "2001:db9::", "::1", "::c000:209", "", "unknown", "192.0.2.1, 192.0.2.1"])(
    "refuses the peer %j",
    (address) => {
      expect([rule(address), rule(address)]).toEqual([false, false]);
    },
  );

  it("matches a range only with addresses of the same IP version, even /0", () => {
    expect(createAddressFilter(["::/0"])("192.0.2.1")).toBe(false);
    expect(createAddressFilter(["0.0.0.0/0"])("::ffff:192.0.2.1")).toBe(true);
    expect(createAddressFilter(["0.0.0.0/0"])("2001:db8::1")).toBe(false);
    expect(createAddressFilter(["fe80::/10"])("fe80::1%eth0")).toBe(true);
  });
});
