import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ciWrites } from "../../../src/features/ci/ci.store.ts";
import type { Identifier } from "../../../src/model/identifiers.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { newId } from "../../../src/platform/ids.ts";
import { stores } from "../../support/stores.ts";

const tenant = newId();
const lines: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});
let graph: Graph;
beforeAll(async () => {
  const log = pino({ level: "debug" }, sink);
  graph = createGraph({ ...stores().neo4j, log });
  await migrateGraph(graph, log);
});
afterAll(async () => {
  await graph.raw("MATCH (i:Identifier) WHERE i.tenant = $tenant AND i.kind = 'fqdn' DELETE i", { tenant });
  await graph.close();
});

test("graph.write retries deadlocked writers itself, one after the other", async () => {
  const [a, b] = ["a", "b"].map((value) => ({ kind: "fqdn", value })) as [Identifier, Identifier];
  let holding = 0;
  let bothHold = () => {};
  const meeting = new Promise<void>((resolve) => {
    bothHold = resolve;
  });
  const crossing = (first: Identifier, second: Identifier) => {
    let tries = 0;
    return graph.write(async (tx) => {
      tries++;
      await ciWrites.lockIdentifiers(tx, tenant, [first], []);
      if (++holding === 2) bothHold();
      await meeting;
      await ciWrites.lockIdentifiers(tx, tenant, [second], []);
      return tries;
    });
  };
  const tries = await Promise.all([crossing(a, b), crossing(b, a)]);
  const repeats = tries.reduce((sum, n) => sum + n, 0) - 2;
  expect(repeats).toBeGreaterThan(0);
  // The driver would repeat as well, after a second, and say nothing.
  expect(lines.filter((line) => line.includes("graph write repeated"))).toHaveLength(repeats);
});
