import fc from "fast-check";
import type { HostLike } from "../../../../src/features/discovery/identity/host-like.ts";
import type { Candidate } from "../../../../src/features/discovery/identity/view.ts";
import { ip, localMac, mac, seen, serial, uuid } from "./unit-support.ts";

/** Small pools of values, so that hosts share every combination of facts. */
const number = fc.integer({ min: 1, max: 3 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

export const anyHost: fc.Arbitrary<HostLike> = fc.record({
  host_id: maybe(number.map((n) => `h${n}`)),
  hostname: maybe(
    fc.oneof(
      number.map((n) => `host${n}`),
      number.map((n) => `host${n}.example.com`),
    ),
  ),
  fqdn: maybe(number.map((n) => `host${n}.example.org`)),
  ip_address: maybe(number.map(ip)),
  ip_addresses: fc.array(number.map(ip), { maxLength: 2 }),
  mac_addresses: fc.array(fc.oneof(number.map(mac), number.map(localMac)), { maxLength: 3 }),
  device_type: maybe(fc.constantFrom("server", "container")),
  os_guess: maybe(fc.constantFrom("Linux", "Windows")),
  hardware: fc.record({ serial_number: maybe(number.map(serial)), uuid: maybe(number.map(uuid)) }),
});

export const anyScanner = fc.constantFrom("scanner-1", "scanner-2");

const anyState = fc.record({
  scanner: anyScanner,
  type: fc.constantFrom("server", "workstation", "application"),
  status: fc.constantFrom("active", "inactive"),
  deleted: fc.boolean(),
  createdAt: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"),
  duplicateOf: fc.option(fc.constantFrom("ci-0", "ci-1"), { nil: undefined }),
});

export const anyEstate: fc.Arbitrary<Candidate[]> = fc
  .array(fc.tuple(anyHost, anyState), { maxLength: 6 })
  .map((cis) => cis.map(([host, state], i) => seen(`ci-${i}`, host, state)));
