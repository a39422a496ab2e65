import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unavailable } from "../../../src/errors.ts";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import { createStoresTakeWrites, isOutage } from "../../../src/platform/jobs/stores-take-writes.ts";
import { openStores } from "../../features/ci/support.ts";

let opened: Awaited<ReturnType<typeof openStores>>;
beforeAll(async () => {
  opened = await openStores();
});
afterAll(() => opened?.close());

describe("storesTakeWrites", () => {
  it("is true while both stores commit, for any number of callers at once", async () => {
    const { storesTakeWrites } = opened;
    expect(await Promise.all([storesTakeWrites(), storesTakeWrites(), storesTakeWrites()])).toEqual([true, true, true]);
    expect(await storesTakeWrites()).toBe(true);
  });

  it("is false while Neo4j answers and reads, and refuses to write", async () => {
    const graph: Graph = { ...opened.graph, write: () => Promise.reject(unavailable("the disk is full")) };
    const { postgres } = opened;
    await graph.ping();
    expect(await createStoresTakeWrites({ graph, postgres })()).toBe(false);
  });

  it("is false while Neo4j does not commit in time", async () => {
    const graph: Graph = { ...opened.graph, write: () => new Promise(() => {}) };
    expect(await createStoresTakeWrites({ graph, postgres: opened.postgres })()).toBe(false);
  });

  it("is false while Postgres only reads", async () => {
    const { graph, postgres } = opened;
    const readOnly = {
      ...postgres,
      transaction: <T>(work: Parameters<typeof postgres.transaction<T>>[0]) =>
        postgres.transaction<T>(async (tx) => {
          await tx.query("set transaction read only");
          return work(tx);
        }),
    };
    expect(await createStoresTakeWrites({ graph, postgres: readOnly })()).toBe(false);
  });
});

describe("isOutage", () => {
  const fullDisk = Object.assign(new Error("could not extend file"), { code: "53100", severity: "ERROR" });
  const timeOut = Object.assign(new Error("canceling statement"), { code: "57014", severity: "ERROR" });
  const timedOutGraph = Object.assign(new Error("The transaction has been terminated"), {
    code: "Neo.ClientError.Transaction.TransactionTimedOut",
  });

  it.each([
    ["a fault of the work", new Error("no"), { working: false, away: false }],
    ["a store that does not answer", unavailable("gone"), { working: false, away: true }],
    ["a statement that took too long in Postgres", unavailable("slow", timeOut), { working: false, away: true }],
    ["a transaction that took too long in Neo4j", unavailable("slow", timedOutGraph), { working: false, away: true }],
    ["a full disk, whatever another write does", unavailable("full", fullDisk), { working: true, away: true }],
  ])("of %s", async (_, error, { working, away }) => {
    expect(await isOutage(error, async () => true)).toBe(working);
    expect(await isOutage(error, async () => false)).toBe(away);
  });
});
