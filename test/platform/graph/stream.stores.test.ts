import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { stores } from "../../support/stores.ts";

let graph: Graph;
beforeAll(() => {
  // One connection: what keeps it shows at the next statement.
  graph = createGraph({ ...stores().neo4j, log: createLogger("silent"), poolSize: 1 });
});
afterAll(() => graph.close());

const TIME = { timeoutMs: 60_000 };
/** A statement of so many rows that is known by its text. */
const counting = (rows: number, mark = newId()) => ({
  mark,
  statement: { text: `UNWIND range(1, $rows) AS i RETURN i, '${mark}' AS mark`, params: { rows } },
});

/** Waits until the server works on no statement with the mark. */
async function ended(mark: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const running = await graph.raw("SHOW TRANSACTIONS YIELD currentQuery RETURN currentQuery");
    // This very question does not hold it.
    if (!running.some(({ currentQuery }) => String(currentQuery).includes(mark))) return;
    await sleep(50);
  }
  throw new Error("the transaction goes on");
}

test("gives every row once, in order and in pages", async () => {
  const seen: unknown[] = [];
  const sizes: number[] = [];
  for await (const page of graph.stream(counting(2_500).statement, TIME)) {
    sizes.push(page.length);
    seen.push(...page.map(({ i }) => i));
  }
  expect(sizes).toEqual([1_000, 1_000, 500]);
  expect(seen).toEqual(Array.from({ length: 2_500 }, (_, i) => i + 1));
});

test("ends the transaction and frees the connection when the reader leaves", async () => {
  const { mark, statement } = counting(50_000_000);
  for await (const page of graph.stream(statement, TIME)) {
    expect(page[0]).toMatchObject({ i: 1 });
    break;
  }
  await ended(mark);
});

test("ends with the reason of an aborted signal, before and during the work of the server", async () => {
  const reason = new Error("the caller left");
  const all = async (signal: AbortSignal, mark = newId()) => {
    const text = `UNWIND range(1, 1000000000) AS i WITH i WHERE i < 0 RETURN i, '${mark}' AS mark`;
    for await (const page of graph.stream({ text, params: {} }, { ...TIME, signal }))
      throw new Error(`a page of ${page.length}`);
  };
  await expect(all(AbortSignal.abort(reason))).rejects.toBe(reason);
  const leaving = new AbortController();
  const mark = newId();
  const running = all(leaving.signal, mark);
  setTimeout(() => leaving.abort(reason), 300);
  await expect(running).rejects.toBe(reason);
  await ended(mark);
});

test("answers 503 after its time, and for a statement that fails its fault", async () => {
  const first = async (text: string, timeoutMs: number) => {
    for await (const page of graph.stream({ text, params: {} }, { timeoutMs })) return page;
    return [];
  };
  const slow = "UNWIND range(1, 1000000000) AS i WITH i WHERE i < 0 RETURN i";
  await expect(first(slow, 300)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await expect(first("RETURN 1 / 0", 10_000)).rejects.toMatchObject({
    code: "Neo.ClientError.Statement.ArithmeticError",
  });
  expect(await first("RETURN 1 AS one", 10_000)).toEqual([{ one: 1 }]);
});
