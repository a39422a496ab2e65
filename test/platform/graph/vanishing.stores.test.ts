import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { UnexpectedRow } from "../../../src/platform/graph/faults.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { type GraphQuery, query } from "../../../src/platform/graph/query.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { stores } from "../../support/stores.ts";

const pending = query("outbox/pending", {
  params: z.object({
    turns: z.array(z.object({ tenant: z.string(), after: z.string() })),
    before: z.string(),
    limit: z.int(),
  }),
  row: z.object({ id: z.string(), tenant: z.string(), size: z.int(), retryAt: z.int().nullable() }),
});
/** Ids that sort before those of real changes, so that nobody else looks at them. */
const FROM = "!vanishing ";
const TO = "!vanishing~";
const page = { turns: [{ tenant: "vanishing", after: FROM }], before: TO, limit: 200 };

let graph: Graph;
beforeAll(async () => {
  const log = createLogger("silent");
  graph = createGraph({ ...stores().neo4j, log });
  await migrateGraph(graph, log);
});
afterAll(async () => {
  await remove();
  await graph.close();
});

const fill = (ids: string[]) =>
  graph.raw("UNWIND $ids AS id CREATE (:Outbox {id: id, tenant: 'vanishing', entries: '[]'})", { ids });
const remove = () => graph.raw("MATCH (o:Outbox) WHERE o.id > $from AND o.id < $to DELETE o", { from: FROM, to: TO });

/** The query, whose first rows look as those of deleted nodes do. */
function failingAtFirst<P, R>(real: GraphQuery<P, R>, failures: number) {
  const tries = { made: 0 };
  const decode = (row: Record<string, unknown>) => {
    tries.made++;
    return real.decode(tries.made <= failures ? { ...row, tenant: null } : row);
  };
  return { tries, query: { ...real, decode } };
}

describe("createGraph with concurrently deleted nodes", () => {
  it("read retries a row of a deleted node, and rejects if the row stays malformed", async () => {
    await fill([`${FROM}${newId()}`]);
    const passing = failingAtFirst(pending, 2);
    expect(await graph.read(passing.query, page)).toHaveLength(1);
    expect(passing.tries.made).toBe(3);
    const lasting = failingAtFirst(pending, Number.POSITIVE_INFINITY);
    await expect(graph.read(lasting.query, page)).rejects.toThrow(UnexpectedRow);
    expect(lasting.tries.made).toBe(3);
  });

  it("write runs its work again from the start", async () => {
    await remove();
    await fill([`${FROM}${newId()}`]);
    const passing = failingAtFirst(pending, 1);
    let runs = 0;
    const rows = await graph.write((tx) => {
      runs++;
      return tx.run(passing.query, page);
    });
    expect([runs, rows.length]).toEqual([2, 1]);
  });

  it("read of pending changes never fails", async () => {
    let done = false;
    const churn = (async () => {
      for (let round = 0; round < 60; round++) {
        await fill(Array.from({ length: 50 }, () => `${FROM}${newId()}`));
        await remove();
      }
      done = true;
    })();
    let reads = 0;
    const reader = async () => {
      for (; !done; reads++) expect(await graph.read(pending, page)).toBeInstanceOf(Array);
    };
    await Promise.all([churn, reader(), reader()]);
    expect(reads).toBeGreaterThan(10);
  });
});
