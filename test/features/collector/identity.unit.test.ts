import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostAddresses, isLoopback, normalIp, normalMac } from "../../../src/features/collector/addresses.ts";
import type { ObservedAdapter } from "../../../src/features/collector/collector.model.ts";
import { hostIdOf } from "../../../src/features/collector/host-id.ts";

const MACHINE_ID = "0123456789abcdef0123456789abcdef";

describe("hostIdOf", () => {
  it("is the same for every spelling of the machine's id, and another for another machine", () => {
    const id = hostIdOf(MACHINE_ID);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(hostIdOf(" 01234567-89AB-CDEF-0123-456789ABCDEF\n")).toBe(id);
    expect(hostIdOf(MACHINE_ID.replace("0", "1"))).not.toBe(id);
    expect(hostIdOf(MACHINE_ID, "container")).not.toBe(id);
  });
  it("gives the same ids as earlier releases", () => {
    expect(hostIdOf(MACHINE_ID)).toBe("3b4259f8-e13a-4aca-a2c6-b2aa8d6d20fe");
  });
  it.each([undefined, "", "uninitialized", "0".repeat(32), "abc", `${MACHINE_ID}00`])("is absent for %j", (text) => {
    expect(hostIdOf(text)).toBeUndefined();
  });
});

describe("normalMac and normalIp", () => {
  it.each([
    ["00-00-5E-00-53-01", "00:00:5e:00:53:01"],
    ["0000.5e00.5301", "00:00:5e:00:53:01"],
    ["00:00:00:00:00:00", undefined],
    ["80:00:02:08:fe:80:00:00:00:00:00:00:00:02:c9:03:00:01:02:03", undefined],
    [undefined, undefined],
  ])("spells the MAC %s as %s", (text, expected) => {
    expect(normalMac(text)).toBe(expected);
  });
  it.each([
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["192.0.2.1/24", "192.0.2.1"],
    ["192.0.2", undefined],
    ["3221225985", undefined],
    ["example.com", undefined],
    ["", undefined],
  ])("spells the address %j as %j", (text, expected) => {
    expect(normalIp(text)).toBe(expected);
  });
  it("never throws on any text", () => {
    fc.assert(fc.property(fc.string(), (text) => (normalIp(text) ?? "0.0.0.0").length > 0 && !isLoopback(`${text}x`)));
  });
});

describe("hostAddresses", () => {
  const adapter = (name: string, mac: string | undefined, ips: string[], more: Partial<ObservedAdapter> = {}) => ({
    name,
    ...(mac === undefined ? {} : { mac_address: mac }),
    ip_addresses: ips,
    up: true,
    loopback: false,
    virtual: false,
    ...more,
  });
  it("begins with the default route's address, and leaves out loopback, link-local and internal bridges", () => {
    const adapters = [
      adapter("lo", undefined, ["127.0.0.1"], { loopback: true }),
      adapter("br-0123456789ab", "02:42:00:00:53:01", ["203.0.113.1"], { virtual: true }),
      adapter("eth0", "00:00:5e:00:53:01", ["192.0.2.1", "169.254.3.4"]),
      adapter("eth1", "00:00:5e:00:53:02", ["fe80::1", "2001:db8::2", "198.51.100.2"]),
      adapter("wg0", undefined, ["203.0.113.9"], { virtual: true }),
    ];
    expect(hostAddresses(adapters, "eth1")).toEqual({
      ip_address: "198.51.100.2",
      ip_addresses: ["198.51.100.2", "2001:db8::2", "192.0.2.1", "203.0.113.9"],
      mac_address: "00:00:5e:00:53:02",
      mac_addresses: ["00:00:5e:00:53:02", "00:00:5e:00:53:01"],
    });
  });
  it("uses a virtual adapter's MAC if there is no other", () => {
    const adapters = [adapter("eth0", "02:00:5e:00:53:09", ["192.0.2.9"], { virtual: true })];
    expect(hostAddresses(adapters)).toMatchObject({ mac_address: "02:00:5e:00:53:09" });
  });
  it("omits unknown values", () => {
    expect(hostAddresses([adapter("lo", undefined, ["::1"], { loopback: true })])).toEqual({});
  });
});
