import { afterAll, beforeAll, expect, test } from "vitest";
import { labStores } from "../../service/faults/lab.ts";
import { standInEmbedder } from "./embedder.ts";
import { createSearchWorld, type SearchWorld } from "./support.ts";

// On stores of its own: the vector indexes belong to the installation, and other suites use the one that they share.
let world: SearchWorld;
beforeAll(async () => {
  world = await createSearchWorld(await labStores());
  for (const name of ["postgres one", "nameserver two"]) await world.newCi({ name });
}, 180_000);
afterAll(() => world?.close());

const indexes = async () =>
  (await world.graph.raw("SHOW VECTOR INDEXES YIELD name, options RETURN name, options.indexConfig AS c")).map(
    ({ name, c }) => [name, (c as Record<string, unknown>)["vector.dimensions"]],
  );
const vectors = (label: string) => world.graph.raw(`MATCH (e:${label}) RETURN e.id AS id`);

test("a new model is made ready while the old one answers, then takes over, and the old vectors go", async () => {
  await world.run();
  expect(await indexes()).toEqual([["embedding_a", 64]]);
  const next = Object.assign(standInEmbedder(96), { model: "stand-in-2" });
  const after = world.searchWith(next);
  const served = async () => {
    next.asked.length = 0;
    const { method } = await after.verbs.searchCis(world.ctx, `mysql ${Math.random()}`, { limit: 5, filters: {} });
    return [method, next.asked[0]?.model];
  };
  const [work] = after.enrichment!;
  next.dimensions = 64;
  expect(await served()).toEqual(["hybrid", "stand-in-1"]);
  next.dimensions = 96;
  const { signal } = new AbortController();
  await work!.takeTurn({ tenantId: world.ctx.tenantId, runId: "r", batchSize: 1, scope: {}, after: undefined, signal });
  expect((await indexes()).map(([, dimensions]) => dimensions)).toEqual([64, 96]);
  next.dimensions = 64;
  expect(await served()).toEqual(["hybrid", "stand-in-1"]);
  next.dimensions = 96;
  await world.run({ of: after });
  expect(await served()).toEqual(["hybrid", "stand-in-2"]);
  await world.run({ of: after });
  expect(await indexes()).toEqual([["embedding_b", 96]]);
  expect([await vectors("EmbeddingA"), await vectors("EmbeddingB")]).toMatchObject([[], [{}, {}]]);
  expect(await after.verbs.getEmbeddingStatus(world.ctx)).toMatchObject({
    model: "stand-in-2",
    servingModel: "stand-in-2",
    dimensions: 96,
    embedded: 2,
  });
}, 120_000);

test("a restored graph without vectors gets them anew", async () => {
  const next = Object.assign(standInEmbedder(96), { model: "stand-in-2" });
  const after = world.searchWith(next);
  await world.graph.raw("MATCH (e:EmbeddingB) DELETE e");
  await world.graph.raw("DROP INDEX embedding_b");
  expect(await world.run({ of: after })).toMatchObject({ changed: 2 });
  expect(await indexes()).toEqual([["embedding_b", 96]]);
}, 120_000);
