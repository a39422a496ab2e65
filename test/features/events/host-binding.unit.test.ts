import { describe, expect, it } from "vitest";
import type { CandidateRow } from "../../../src/features/events/events.graph.store.ts";
import { chooseCi, decisiveFqdn, hostKeysOf } from "../../../src/features/events/host-binding.ts";
import { type Identifier, identifierKey } from "../../../src/model/identifiers.ts";

const host = (names: { hostname?: string; fqdn?: string; ipAddress?: string }) =>
  hostKeysOf({ hostname: null, fqdn: null, ipAddress: null, ...names });
const row = (id: string, more: Partial<CandidateRow> = {}): CandidateRow => ({
  kind: "",
  value: "",
  id,
  status: "active",
  version: 1,
  type: "server",
  nameKey: "",
  fqdns: [],
  ...more,
});

describe("decisiveFqdn", () => {
  it("returns the full name of a host with one name and at most one address", () => {
    expect(decisiveFqdn(host({ fqdn: "Web.example.com" }))).toBe("web.example.com");
    expect(decisiveFqdn(host({ hostname: "web.example.com", ipAddress: "192.0.2.7" }))).toBe("web.example.com");
    expect(decisiveFqdn(host({ hostname: "web", fqdn: "web.example.com" }))).toBe("web.example.com");
  });

  it("returns undefined if there are further names or addresses, or no full name", () => {
    expect(decisiveFqdn(host({ hostname: "db", fqdn: "web.example.com" }))).toBeUndefined();
    expect(decisiveFqdn(host({ hostname: "web.example.net", fqdn: "web.example.com" }))).toBeUndefined();
    expect(
      decisiveFqdn(host({ hostname: "192.0.2.7", fqdn: "web.example.com", ipAddress: "192.0.2.8" })),
    ).toBeUndefined();
    expect(decisiveFqdn(host({ hostname: "web", ipAddress: "192.0.2.7" }))).toBeUndefined();
    expect(decisiveFqdn([])).toBeUndefined();
  });

  it("agrees with chooseCi: the holder of the full name outweighs all other matches", () => {
    const keys = host({ hostname: "web", fqdn: "web.example.com", ipAddress: "192.0.2.7" });
    const other = row("other", { nameKey: "web" });
    const rowsOf = (identifier: Identifier) =>
      identifierKey(identifier) === "fqdn:web.example.com" ? [row("holder")] : [other];
    expect(decisiveFqdn(keys)).toBe("web.example.com");
    expect(chooseCi(keys, rowsOf)?.row.id).toBe("holder");
  });
});
