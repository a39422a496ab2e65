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

describe("a full name", () => {
  it("settles the matter of a host of one name and at most one address", () => {
    expect(decisiveFqdn(host({ fqdn: "Web.example.com" }))).toBe("web.example.com");
    expect(decisiveFqdn(host({ hostname: "web.example.com", ipAddress: "192.0.2.7" }))).toBe("web.example.com");
    expect(decisiveFqdn(host({ hostname: "web", fqdn: "web.example.com" }))).toBe("web.example.com");
  });

  it("settles nothing beside another name, and where there is none", () => {
    expect(decisiveFqdn(host({ hostname: "db", fqdn: "web.example.com" }))).toBeUndefined();
    expect(decisiveFqdn(host({ hostname: "web.example.net", fqdn: "web.example.com" }))).toBeUndefined();
    expect(
      decisiveFqdn(host({ hostname: "192.0.2.7", fqdn: "web.example.com", ipAddress: "192.0.2.8" })),
    ).toBeUndefined();
    expect(decisiveFqdn(host({ hostname: "web", ipAddress: "192.0.2.7" }))).toBeUndefined();
    expect(decisiveFqdn([])).toBeUndefined();
  });

  it("leads where weighing all names would: its holder outweighs whatever else the host is found by", () => {
    const waits = host({ hostname: "web", fqdn: "web.example.com", ipAddress: "192.0.2.7" });
    const other = row("other", { nameKey: "web" });
    const rowsOf = (identifier: Identifier) =>
      identifierKey(identifier) === "fqdn:web.example.com" ? [row("holder")] : [other];
    expect(decisiveFqdn(waits)).toBe("web.example.com");
    expect(chooseCi(waits, rowsOf)?.row.id).toBe("holder");
  });
});
