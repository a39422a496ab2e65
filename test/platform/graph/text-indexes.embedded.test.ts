import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unavailable } from "../../../src/errors.ts";
import { type EmbeddedStores, startEmbedded } from "../../../src/platform/embedded/index.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import { migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { adaptTextIndexes } from "../../../src/platform/graph/text-indexes.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { removeHome } from "../../support/stores.global.ts";
import { freshFolder, optionsFor, serversOf } from "../embedded/support.ts";

const log = createLogger("silent");
let home: string;
let stores: EmbeddedStores;
let graph: Graph;

beforeAll(async () => {
  home = await freshFolder("words");
  await start();
  await migrateGraph(graph, log);
});
afterAll(async () => {
  await graph?.close();
  await stores?.stop();
  await removeHome(home);
});

async function start(): Promise<void> {
  stores = await startEmbedded(optionsFor(home, "neo4j"));
  graph = createGraph({ ...stores.neo4j!, log });
}

/** Ends Neo4j without a warning, as a loss of power does, and starts it again on the same data. */
async function crash(): Promise<void> {
  const servers = await serversOf(home, ["neo4j"]);
  expect(servers).toHaveLength(1);
  process.kill(servers[0]!, "SIGKILL");
  await graph.close();
  await stores.stop();
  await start();
}

const areBehind = async () =>
  Object.fromEntries(
    (
      await graph.raw(
        "SHOW FULLTEXT INDEXES YIELD name, options RETURN name, options.indexConfig['fulltext.eventually_consistent'] AS isBehind",
      )
    ).map(({ name, isBehind }) => [name, isBehind]),
  );

/** Texts of the CIs that the index of the search finds by the beginning of a word. */
async function found(word: string): Promise<{ text: string; isLiving: boolean }[]> {
  await graph.raw("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()");
  const statement =
    "CALL db.index.fulltext.queryNodes('ci_search', 'searchText:' + $word + '*') YIELD node RETURN node.searchText AS text, node:CI AS isLiving";
  return (await graph.raw(statement, { word })) as { text: string; isLiving: boolean }[];
}

describe("full-text indexes of CIs", () => {
  it("take words in behind the commit with a Neo4j that keeps the order, and are left alone then", async () => {
    expect(await areBehind()).toEqual({ ci_search: true, ci_words: true });
    expect(await adaptTextIndexes(graph, log)).toEqual([]);
  });

  it.each<[string, () => Promise<{ value: string }[]>]>([
    ["lets many transactions wait", () => Promise.resolve([{ value: "10000" }])],
    ["does not tell its settings", () => Promise.reject(new Error("not allowed"))],
  ])("take words in within the commit with one that %s, whatever they hold", async (_, settings) => {
    await graph.raw("CREATE (:CI {tenant: 'order', id: 'kept', searchText: 'kept'})");
    const read: Graph["read"] = async (query, params) =>
      query.file.name === "text-indexes/queue-length"
        ? (await settings()).map((row) => query.decode(row))
        : graph.read(query, params);
    const other = { ...graph, read };
    expect(await adaptTextIndexes(other, log)).toEqual(["ci_search", "ci_words"]);
    expect(await areBehind()).toEqual({ ci_search: false, ci_words: false });
    expect(await adaptTextIndexes(other, log)).toEqual([]);
    await graph.raw("CALL db.awaitIndexes(60)");
    expect(await found("kept")).toEqual([{ text: "kept", isLiving: true }]);
    expect(await migrateGraph(graph, log)).toEqual([]);
    expect(await areBehind()).toEqual({ ci_search: true, ci_words: true });
    expect(await found("kept")).toEqual([{ text: "kept", isLiving: true }]);
    await graph.raw("MATCH (c:CI {tenant: 'order'}) DELETE c");
  });

  it("stay as they are where the server cannot be asked", async () => {
    const read: Graph["read"] = (query, params) =>
      query.file.name === "text-indexes/queue-length"
        ? Promise.reject(unavailable("The graph store cannot be reached"))
        : graph.read(query, params);
    await expect(adaptTextIndexes({ ...graph, read }, log)).rejects.toMatchObject({ status: 503 });
    expect(await areBehind()).toEqual({ ci_search: true, ci_words: true });
  });

  it("hold the newest words of each CI, and none of a deleted one, after Neo4j was killed again and again", async () => {
    const living: string[] = [];
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        Array.from({ length: 8 }, async (_, writer) => {
          for (let n = 0; n < 150; n++) {
            const id = `${round}x${writer}x${n}`;
            const change = (set: string) =>
              graph.raw(`MATCH (c:CI {tenant: 'order', id: $id}) ${set}`, { id, text: `third${id}` });
            await graph.raw("CREATE (:CI {tenant: 'order', id: $id, searchText: $text})", { id, text: `first${id}` });
            await change("SET c.searchText = 'second' + $id");
            await change("SET c.searchText = $text");
            if (n % 2 === 1) await change("SET c:DeletedCI REMOVE c:CI");
            else living.push(`third${id}`);
          }
        }),
      );
      await crash();
      expect([...(await found("first")), ...(await found("second"))]).toEqual([]);
      const now = await found("third");
      expect(now.filter(({ isLiving }) => !isLiving)).toEqual([]);
      expect(now.map(({ text }) => text).sort()).toEqual([...living].sort());
    }
  });
});
