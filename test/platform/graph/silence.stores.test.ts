import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, type TestContext } from "vitest";
import { z } from "zod";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { type GraphQuery, query } from "../../../src/platform/graph/query.ts";
import { newId } from "../../../src/platform/ids.ts";
import { log } from "../../support/scratch.ts";
import { behindGate, ending, UNAVAILABLE } from "../../support/silence.ts";
import { stores } from "../../support/stores.ts";
import type { TcpGate } from "../../support/tcp-gate.ts";

const real = query("connections/served", { params: z.object({}), row: z.object({ mark: z.string().nullable() }) });
/** A statement of the test's own. */
const statement = (text: string): GraphQuery<object, unknown> => ({
  ...real,
  text,
  encode: (p) => ({ ...p }),
  decode: (row) => row,
});

/** A pool of three connections, all open, behind a gate of its own. */
async function graphBehindGate(context: TestContext, scheme = "bolt"): Promise<{ gate: TcpGate; graph: Graph }> {
  const { uri, ...rest } = stores().neo4j;
  const { gate, store: graph } = await behindGate(context, uri, (port) =>
    createGraph({ ...rest, uri: `${scheme}://127.0.0.1:${port}`, log, poolSize: 3 }),
  );
  await Promise.all([1, 2, 3].map(() => graph.raw("UNWIND range(1, 100000) AS n RETURN count(n) AS n")));
  return { gate, graph };
}

// At once: they mostly wait.
describe.concurrent.for(["bolt", "neo4j"])("a network that falls silent, to an address with %s://,", (scheme) => {
  it("ends reads, writes and pings with 503, and all work again as soon as the network does", async (context) => {
    const { gate, graph } = await graphBehindGate(context, scheme);
    const silenced = Promise.withResolvers<void>();
    const writing = graph.write(async (tx) => {
      await tx.run(statement("RETURN 1"), {});
      gate.silence();
      silenced.resolve();
      await tx.run(statement("RETURN 2"), {});
    });
    await silenced.promise;
    const ended = await Promise.all(
      [writing, graph.raw("RETURN 3"), graph.ping(20_000), graph.read(statement("RETURN 4"), {})].map(ending),
    );
    for (const { error, ms } of ended) {
      expect(error).toMatchObject(UNAVAILABLE);
      expect(ms).toBeLessThan(24_000);
    }
    gate.open();
    await context.expect.poll(() => graph.raw("RETURN 5 AS n"), { timeout: 10_000 }).toEqual([{ n: 5 }]);
    await graph.ping();
  });

  it("fails one statement on each earlier connection once it works again, and leaves none of them open", async (context) => {
    const { gate, graph } = await graphBehindGate(context, scheme);
    gate.silence();
    gate.open();
    const ended = await Promise.all([1, 2, 3].map(() => ending(graph.raw("RETURN 1"))));
    for (const { error, ms } of ended) {
      expect(error).toMatchObject(UNAVAILABLE);
      expect(ms).toBeLessThan(15_000);
    }
    expect(await graph.raw("RETURN 1 AS n")).toEqual([{ n: 1 }]);
    await context.expect.poll(() => gate.connections()).toBeLessThan(3);
  });

  it("is distinguished from a busy pool, whose other statements are answered", async (context) => {
    const { gate, graph } = await graphBehindGate(context, scheme);
    let over = false;
    const busy = () =>
      graph.write(async (tx) => {
        for (; !over; await sleep(100)) await tx.run(statement("RETURN 1"), {});
      });
    const transactions = [1, 2, 3].map(() => ending(busy()));
    await sleep(50);
    expect(await ending(graph.ping(1_000))).toMatchObject({ error: undefined });
    gate.silence();
    await sleep(300);
    expect((await ending(graph.ping(1_000))).error).toMatchObject(UNAVAILABLE);
    over = true;
    await Promise.all(transactions);
  });

  it("does not delay a close", async (context) => {
    const { gate, graph } = await graphBehindGate(context, scheme);
    gate.silence();
    const waiting = ending(graph.raw("RETURN 1"));
    await sleep(50);
    expect((await ending(graph.close())).ms).toBeLessThan(10_000);
    expect((await waiting).error).toMatchObject(UNAVAILABLE);
  });
});

describe.concurrent.for(["bolt", "neo4j"])("a statement that takes long, at an address with %s://,", (scheme) => {
  it("is waited for, also behind a lock and in a transaction", async (context) => {
    const { graph } = await graphBehindGate(context, scheme);
    const mark = newId();
    await graph.raw("CREATE (:SilenceTest {mark: $mark})", { mark });
    const lock = statement("MATCH (n:SilenceTest {mark: $mark}) SET n.lock = true");
    const held = graph.write(async (tx) => {
      await tx.run(lock, { mark });
      await sleep(6_000);
    });
    await sleep(200);
    const behind = graph.write((tx) => tx.run(lock, { mark }));
    expect((await Promise.all([held, behind].map(ending))).map(({ error }) => error)).toEqual([undefined, undefined]);
    await graph.raw("MATCH (n:SilenceTest {mark: $mark}) DELETE n", { mark });
  });
});

describe.concurrent("a connection that is reset between two statements", () => {
  it.for(["a statement", "COMMIT"])("ends the transaction with 503 at %s", async (next, context) => {
    const { gate, graph } = await graphBehindGate(context);
    const { error } = await ending(
      graph.write(async (tx) => {
        await tx.run(statement("RETURN 1"), {});
        gate.reset();
        await sleep(200);
        if (next !== "COMMIT") await tx.run(statement("RETURN 2"), {});
      }),
    );
    expect(error).toMatchObject(UNAVAILABLE);
  });
});

describe.concurrent("a COMMIT on whose connection the network breaks", () => {
  it("ends with 503, whether it arrived or not, and is whole or nothing", async (context) => {
    const { gate, graph } = await graphBehindGate(context);
    const mark = newId();
    gate.resetAtCommit();
    for (const n of [1, 2]) {
      const { error } = await ending(
        graph.write(async (tx) => {
          await tx.run(statement("CREATE (:SilenceTest {mark: $mark, n: $n})"), { mark, n });
          await tx.run(statement("CREATE (:SilenceTest {mark: $mark, n: $n})"), { mark, n });
        }),
      );
      expect(error).toMatchObject(UNAVAILABLE);
    }
    gate.open();
    expect(gate.resets).toEqual({ unheard: 1, unanswered: 1 });
    expect(await graph.raw("MATCH (n:SilenceTest {mark: $mark}) RETURN n.n AS n", { mark })).toEqual([
      { n: 2 },
      { n: 2 },
    ]);
    await graph.raw("MATCH (n:SilenceTest {mark: $mark}) DELETE n", { mark });
  });
});
