import { describe, expect, it } from "vitest";
import { hasNewFields, savedCi } from "../../../src/model/changes.ts";
import { briefSnapshot } from "../../../src/model/relationships.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type Change, type ChangeConsumer, createChanges, parseChanges } from "../../../src/platform/jobs/changes.ts";
import type { Sql } from "../../../src/platform/postgres/postgres.ts";
import { changeOf, ciSnapshot } from "../../support/changes.ts";

const tx = {} as Sql;
const ends = briefSnapshot({ id: "r", graphType: "DEPENDS_ON", source: "a", target: "b" });
const clone = { id: "x", name: "web-1", clone_of: ["y"] };
const scan = { id: "s", scanner_id: "scanner", scan_type: "full" };

/** One of each kind that the outbox and ends of scans bring. */
const KNOWN = [
  changeOf("ci.created", { after: ciSnapshot() }),
  changeOf("ci.restored", { after: ciSnapshot() }),
  changeOf("ci.updated", { before: ciSnapshot(), after: ciSnapshot({ status: "maintenance" }) }),
  changeOf("ci.deleted", { before: ciSnapshot(), after: null }),
  changeOf("ci.clone_detected", { after: clone }),
  changeOf("relationship.created", { after: ends }),
  changeOf("relationship.updated", { before: ends, after: ends }),
  changeOf("relationship.deleted", { before: ends, after: null }),
  changeOf("scan.completed", { after: scan }),
];

describe("parseChanges", () => {
  it("returns changes in order as they were stored, including members of other versions", () => {
    const stored = JSON.stringify([...KNOWN, changeOf("ci.created", { after: { ...ciSnapshot(), added_later: 1 } })]);
    expect(JSON.stringify(parseChanges(stored))).toBe(stored);
  });

  it.each([
    ["an unknown kind", changeOf("ci.painted", { after: ciSnapshot() })],
    ["a kind that objects inherit", changeOf("constructor", { after: ciSnapshot() })],
    ["a kind that the outbox never holds", changeOf("event.created", { after: {} })],
    [
      "another subject than its kind has",
      changeOf("ci.created", { subject: { kind: "scan", id: "x" }, after: ciSnapshot() }),
    ],
    ["no snapshot where its kind has one", changeOf("ci.updated", { before: ciSnapshot(), after: null })],
    ["a snapshot where its kind has none", changeOf("ci.deleted", { before: ciSnapshot(), after: ciSnapshot() })],
    ["a CI without attributes", changeOf("ci.created", { after: { ...ciSnapshot(), attributes: null } })],
    ["a relationship without its ends", changeOf("relationship.created", { after: { id: "r", type: "uses" } })],
    ["a version that is no number", { ...KNOWN[0], version: "1" }],
    ["nobody who made it", { ...KNOWN[0], actor: undefined }],
    ["no object", null],
  ])("refuses a node that holds %s", (_what, change) => {
    expect(() => parseChanges(JSON.stringify([KNOWN[1], change]))).toThrow("a kind or shape that this version");
  });
});

describe("createChanges", () => {
  it("delivers a stream to its own consumers in sequence, in the order of subscription", async () => {
    const seen: string[] = [];
    const consumer =
      (name: string): ChangeConsumer =>
      async (_tx, tenantId, changes) => {
        await Promise.resolve();
        seen.push(`${name} ${tenantId} ${changes.length}`);
      };
    const changes = createChanges();
    changes.subscribe({ graph: consumer("first"), events: consumer("of events") });
    changes.subscribe({});
    changes.subscribe({ graph: consumer("second") });
    await changes.deliver("graph", tx, "t", []);
    expect(seen).toEqual(["first t 0", "second t 0"]);
    await changes.deliver("events", tx, "t", []);
    expect(seen.at(-1)).toBe("of events t 0");
  });

  it("lets consumers read at the beginning of a delivery, and passes the changes to all of them in order", async () => {
    const seen: string[] = [];
    const plain: ChangeConsumer = async (_tx, tenantId, ofStream) =>
      void seen.push(`plain ${tenantId} ${ofStream.length}`);
    const begin: ChangeConsumer["begin"] = (_tx, tenantId) => {
      seen.push(`read ${tenantId}`);
      return async (ofStream) => void seen.push(`begun ${ofStream.length}`);
    };
    const changes = createChanges();
    changes.subscribe({ events: plain });
    changes.subscribe({
      events: Object.assign((() => Promise.reject(new Error("not this way"))) as ChangeConsumer, { begin }),
    });
    const pass = changes.begin("events", tx, "t");
    expect(seen).toEqual(["read t"]);
    await pass([]);
    expect(seen).toEqual(["read t", "plain t 0", "begun 0"]);
  });

  it("rejects with the first failing consumer's error, and calls no later consumer", async () => {
    const seen: string[] = [];
    const changes = createChanges();
    changes.subscribe({ graph: () => Promise.reject(new Error("no room")) });
    changes.subscribe({ graph: async () => void seen.push("later") });
    await expect(changes.deliver("graph", tx, newId(), [])).rejects.toThrow("no room");
    expect(seen).toEqual([]);
  });
});

describe("savedCi", () => {
  it("returns the CI of a creation, update or restore, and undefined for other changes", () => {
    expect(KNOWN.map((change) => savedCi(change) !== undefined)).toEqual([
      true,
      true,
      true,
      ...Array.from({ length: 6 }, () => false),
    ]);
  });
});

describe("hasNewFields", () => {
  const updated = (patch: object) =>
    changeOf("ci.updated", { before: ciSnapshot(), after: { ...ciSnapshot(), ...patch } }) as Change;

  it.each<[string, object, boolean]>([
    ["name, description and status alone", { name: "other", description: "other", status: "inactive" }, false],
    ["type", { type: "database" }, true],
    ["attributes", { attributes: { os: "Debian" } }, true],
    ["custom fields", { custom_fields: { team: "web" } }, true],
  ])("of an update of %s", (_what, patch, expected) => {
    expect(hasNewFields(updated(patch))).toBe(expected);
  });

  it("is true for a CI that is new or restored", () => {
    for (const kind of ["ci.created", "ci.restored"]) {
      expect(hasNewFields(KNOWN.find((change) => change.kind === kind) as Change)).toBe(true);
    }
  });
});
