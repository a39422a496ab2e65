import { describe, expect, test } from "vitest";
import { identifyOnce } from "../../../src/features/ci/change-ci.ts";
import type { StoredCi } from "../../../src/features/ci/ci.model.ts";
import { nodeChange, toNode } from "../../../src/features/ci/ci.node.ts";
import { identifiersOf } from "../../../src/model/identifiers.ts";

const ci: StoredCi = {
  id: "c1",
  type: "server",
  name: "web-1",
  description: "front",
  status: "active",
  attributes: { os: "Debian", cpu: 4, tags: ["a"] },
  customFields: { team: "web" },
  version: 3,
  createdAt: "2026-01-01T00:00:00.000Z",
  createdBy: "system",
  updatedAt: "2026-01-02T00:00:00.000Z",
  updatedBy: "system",
  source: "human",
  observedAt: "2026-01-01T00:00:00.000Z",
  provenance: {},
};

/** The node after `SET n += change`: null removes a property, and Neo4j keeps none that is null. */
const written = (before: StoredCi, change: Record<string, unknown>) =>
  Object.fromEntries(Object.entries({ ...toNode(before), ...change }).filter(([, value]) => value !== null));
const stored = (of: StoredCi) => Object.fromEntries(Object.entries(toNode(of)).filter(([, value]) => value !== null));

describe("nodeChange", () => {
  test("names what differs and nothing else", () => {
    const after = { ...ci, description: "back", version: 4 };
    const change = nodeChange(ci, after);
    expect(Object.keys(change).sort()).toEqual(["description", "searchText", "version"]);
  });

  test.each<[string, Partial<StoredCi>]>([
    ["a removed attribute", { attributes: { os: "Debian" } }],
    ["an attribute that becomes a list", { attributes: { ...ci.attributes, os: ["Debian"] } }],
    ["an attribute that becomes a text", { attributes: { ...ci.attributes, cpu: "4" } }],
    ["a removed description", { description: null }],
    ["another type, name and status", { type: "database", name: "db-1", status: "inactive" }],
    ["other custom fields", { customFields: { owner: "x" } }],
  ])("writes %s as a whole new node would be", (_what, patch) => {
    const after = { ...ci, ...patch };
    expect(written(ci, nodeChange(ci, after))).toEqual(stored(after));
  });

  test("is empty between equal states", () => {
    expect(nodeChange(ci, { ...ci })).toEqual({});
  });
});

describe("identifyOnce", () => {
  const host = { ...ci, attributes: { hostname: "web-1", ip_address: "10.0.0.1" }, customFields: {} };

  test.each<[string, Partial<StoredCi>]>([
    ["type", { type: "database" }],
    ["name", { name: "web-2" }],
    ["custom fields", { customFields: { ip_address: "10.0.0.2" } }],
    ["attributes", { attributes: { hostname: "web-3" } }],
  ])("follows a change of %s, and the change back", (_what, patch) => {
    const identify = identifyOnce();
    for (const state of [host, { ...host, ...patch }, host]) expect(identify(state)).toEqual(identifiersOf(state));
  });

  test("derives nothing again for a state with other members", () => {
    const identify = identifyOnce();
    const later: StoredCi = { ...host, description: "back", version: 4 };
    expect(identify(later)).toBe(identify(host));
  });
});
