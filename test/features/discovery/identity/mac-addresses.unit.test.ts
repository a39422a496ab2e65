import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isGlobalMac, isSharedMac, normalizeMac } from "../../../../src/model/identifiers.ts";

describe("normalizeMac", () => {
  it.each([
    "00:1B:44:11:3A:B7",
    "00-1b-44-11-3a-b7",
    "001b.4411.3ab7",
    "001B-4411-3AB7",
    "001b44-113ab7",
    "001b44113ab7",
    "0:1b:44:11:3a:b7",
    " 00:1b:44:11:3a:b7 ",
  ])("%j is one address", (text) => {
    expect(normalizeMac(text)).toBe("00:1b:44:11:3a:b7");
  });

  it.each([
    "",
    "00:00:00:00:00:00",
    "ff:ff:ff:ff:ff:ff",
    "0:0:0:0:0:0",
    "00:1b:44:11:3a",
    "00:1b:44:11:3a:b7:01",
    "00:1b:44-11:3a:b7",
    "00:1b:44:11:3a:bz",
    "001b44113ab",
    "(none)",
    "80:00:02:08:fe:80:00:00:00:00:00:00:f4:52:14:03:00:7b:cb:a1",
  ])("refuses %j", (text) => {
    expect(normalizeMac(text)).toBeUndefined();
  });

  it("gives one text to every spelling", () => {
    const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(
        octets.filter((o) => o.some((n) => n !== 0) && o.some((n) => n !== 255)),
        (numbers) => {
          const two = numbers.map((n) => n.toString(16).padStart(2, "0"));
          const mac = two.join(":");
          const bare = two.join("");
          const dotted = [bare.slice(0, 4), bare.slice(4, 8), bare.slice(8)].join(".");
          const short = numbers.map((n) => n.toString(16)).join(":");
          for (const text of [mac, mac.toUpperCase(), two.join("-"), bare, dotted, short]) {
            expect(normalizeMac(text)).toBe(mac);
          }
        },
      ),
    );
  });
});

describe("isGlobalMac", () => {
  it.each(["00:1b:44:11:3a:b7", "b8:6b:23:00:00:01", "00:50:56:a1:00:01", "08:00:27:00:00:01", "00:15:5d:00:00:01"])(
    "%s tells its adapter from others",
    (mac) => {
      expect(isGlobalMac(mac)).toBe(true);
    },
  );
  it.each([
    ["locally administered", "52:54:00:a1:b2:c3"],
    ["locally administered", "aa:bb:cc:dd:ee:ff"],
    ["multicast", "01:00:5e:00:00:01"],
    ["RAS adapter", "20:41:53:59:4e:ff"],
    ["WAN miniport", "50:50:54:50:30:30"],
    ["WAN miniport", "88:e2:20:52:41:53"],
    ["dial-up adapter", "44:45:53:54:00:01"],
    ["VPN client", "00:05:9a:3c:7a:00"],
    ["VMware vmnet1", "00:50:56:c0:00:01"],
    ["VMware vmnet8", "00:50:56:c0:00:08"],
    ["VirtualBox host-only", "0a:00:27:00:00:00"],
    ["Docker", "02:42:ac:11:00:02"],
    ["virbr0", "52:54:00:fa:20:0e"],
    ["virtual router", "00:00:5e:00:01:0a"],
    ["USB adapter", "00:e0:4c:68:00:01"],
    ["docking station", "00:50:b6:00:00:01"],
    ["T2 bridge", "ac:de:48:00:11:22"],
  ])("%s %s does not", (_, mac) => {
    expect(isGlobalMac(mac)).toBe(false);
  });

  it("accepts a generated address of a virtual machine as its own", () => {
    expect(isSharedMac("52:54:00:a1:b2:c3")).toBe(false);
    expect(isSharedMac("52:54:00:12:34:56")).toBe(true);
  });
});
