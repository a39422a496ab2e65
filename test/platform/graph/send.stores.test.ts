import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { type GraphQuery, query } from "../../../src/platform/graph/query.ts";
import { newId } from "../../../src/platform/ids.ts";
import { log } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";

const real = query("connections/served", { params: z.object({}), row: z.object({ mark: z.string().nullable() }) });
/** A statement of the test's own. */
const statement = (text: string): GraphQuery<object, Record<string, unknown>> => ({
  ...real,
  text,
  encode: (p) => ({ ...p }),
  decode: (row) => row,
});
const make = statement("CREATE (:SentNode {tenant: $tenant, n: $n})");
const count = statement("MATCH (s:SentNode) WHERE s.tenant = $tenant RETURN count(s) AS n");
const fail = statement("UNWIND [1, 0] AS n WITH 1 / n AS quotient RETURN count(quotient)");

const tenant = newId();
let graph: Graph;
beforeAll(() => {
  graph = createGraph({ ...stores().neo4j, log });
});
afterAll(async () => {
  await graph.raw("MATCH (s:SentNode) WHERE s.tenant = $tenant DELETE s", { tenant });
  await graph.close();
});

describe("the error of a statement", () => {
  it("has the stack trace of its caller, of a read, of a write and of a statement that nobody waits for", async () => {
    async function readsOnce() {
      await graph.read(fail, {});
    }
    async function writesOnce() {
      await graph.write((tx) => tx.run(fail, {}));
    }
    async function sendsOnce() {
      await graph.write(async (tx) => tx.send(fail, {}));
    }
    for (const work of [readsOnce, writesOnce, sendsOnce]) {
      const error = await work().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ message: expect.stringContaining("/ by zero") });
      expect((error as Error).stack).toMatch(new RegExp(`/ by zero[^]*at (async )?${work.name} `));
    }
  });

  it("leaves the stack traces of the process as they were", async () => {
    const limit = Error.stackTraceLimit;
    await graph.read(count, { tenant });
    await graph.write((tx) => tx.run(fail, {})).catch(() => undefined);
    expect(Error.stackTraceLimit).toBe(limit);
    expect(new Error("own").stack).toContain("\n    at ");
  });
});

describe("statements of a graph transaction that nobody waits for", () => {
  it("run in order, are seen by later statements and commit with them", async () => {
    const seen = await graph.write(async (tx) => {
      tx.send(make, { tenant, n: 1 });
      tx.send(make, { tenant, n: 2 });
      const rows = await tx.run(count, { tenant });
      tx.send(make, { tenant, n: 3 });
      return rows;
    });
    expect(seen).toEqual([{ n: 2 }]);
    expect(await graph.read(count, { tenant })).toEqual([{ n: 3 }]);
  });

  it("end the transaction with their own error, and nothing is committed", async () => {
    const last = graph.write(async (tx) => {
      tx.send(make, { tenant, n: 4 });
      tx.send(fail, {});
    });
    await expect(last).rejects.toThrow("/ by zero");
    const followed = graph.write(async (tx) => {
      tx.send(make, { tenant, n: 5 });
      tx.send(fail, {});
      await tx.run(count, { tenant });
      await tx.run(count, { tenant });
    });
    await expect(followed).rejects.toThrow("/ by zero");
    expect(await graph.read(count, { tenant })).toEqual([{ n: 3 }]);
  });
});
