import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isQualified, normalizeFqdn, normalizeHostname } from "../../../../src/model/identifiers.ts";

describe("normalizeHostname and normalizeFqdn", () => {
  it.each([
    ["WEB01", "web01", undefined],
    [" web01 ", "web01", undefined],
    ["web01.", "web01", undefined],
    ["Web01.Example.COM.", "web01", "web01.example.com"],
    ["DESKTOP_7", "desktop_7", undefined],
    ["12345", "12345", undefined],
    ["büro-pc", "büro-pc", undefined],
    ["macbook.local", "macbook", "macbook.local"],
    ["unknown-host", "unknown-host", undefined],
  ])("%j -> %j, %j", (text, hostname, fqdn) => {
    expect(normalizeHostname(text)).toBe(hostname);
    expect(normalizeFqdn(text)).toBe(fqdn);
  });

  it.each([
    "",
    ".",
    "localhost",
    "LOCALHOST.",
    "localhost.localdomain",
    "localhost4.localdomain4",
    "localhost.example.com",
    "ip6-loopback",
    "(none)",
    "unknown",
    "bogon",
    "_gateway",
    "192.0.2.1",
    "192.0.2.300",
    "2001:db8::1",
    "web01:8080",
    "web 01",
    "-web01",
    "web01-",
    "web..example.com",
    `${"a".repeat(64)}.example.com`,
    `${"a.".repeat(130)}com`,
    "a/b",
    "x".repeat(1_000_000),
  ])("%j is no name of a host", (text) => {
    expect(normalizeHostname(text)).toBeUndefined();
    expect(normalizeFqdn(text)).toBeUndefined();
  });

  it("isQualified distinguishes domains from local suffixes", () => {
    expect(["web01.example.com", "web01.corp.local", "a.b.lan"].map(isQualified)).toEqual([true, true, true]);
    expect(["web01.local", "web01.localdomain", "web01.home", "a.b.localdomain"].map(isQualified)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("gives itself for what it gave, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string({ unit: "grapheme" })), (text) => {
        const hostname = normalizeHostname(text);
        if (hostname !== undefined) expect(normalizeHostname(hostname)).toBe(hostname);
        const fqdn = normalizeFqdn(text);
        if (fqdn !== undefined) {
          expect(normalizeFqdn(fqdn)).toBe(fqdn);
          expect(normalizeHostname(fqdn)).toBe(hostname);
        }
      }),
      { numRuns: 500 },
    );
  });
});
