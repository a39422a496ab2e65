import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createSearchWorld, type SearchWorld } from "./support.ts";

let world: SearchWorld;
beforeAll(async () => {
  world = await createSearchWorld();
}, 120_000);
afterEach(() => {
  world.embedder.refuses = () => false;
  world.embedder.fault = undefined;
  world.embedder.asked.length = 0;
});
afterAll(() => world?.close());

const status = (as = world.ctx) => world.search.verbs.getEmbeddingStatus(as);
/** A tenant of its own with some CIs that have their vectors. */
async function tenant(...names: string[]) {
  const ctx = await world.otherTenant();
  const ids: string[] = [];
  for (const name of names) ids.push(await world.newCi({ name }, ctx));
  await world.run({ as: ctx });
  world.embedder.asked.length = 0;
  return { ctx, ids };
}
const askedTexts = () => world.embedder.asked.flatMap(({ texts }) => texts).filter((text) => text.includes("\n"));
const embeddedNames = () => world.embedder.asked.flatMap(({ texts }) => texts.map((text) => text.split(" (")[0]));

describe("embedding the CIs of a tenant", () => {
  test("gives every CI a vector but instances of software, in several turns", async () => {
    const ctx = await world.otherTenant();
    for (let i = 0; i < 5; i++) await world.newCi({ name: `host ${i}` }, ctx);
    await world.newCi({ name: "nginx on host 1", type: "software_instance" }, ctx);
    expect(await world.run({ as: ctx, batchSize: 2 })).toMatchObject({ done: 5, changed: 5, failed: 0 });
    expect(await status(ctx)).toMatchObject({ total: 5, embedded: 5, pending: 0, stale: 0, model: "stand-in-1" });
  });

  test("asks the model with the run's account", async () => {
    const ctx = await world.otherTenant();
    await world.newCi({ name: "accounted" }, ctx);
    await world.run({ as: ctx });
    expect(world.embedder.asked.map(({ runId }) => typeof runId)).not.toContain("undefined");
  });

  test("asks for nothing where nothing has changed", async () => {
    const { ctx } = await tenant("calm");
    expect(await world.run({ as: ctx })).toMatchObject({ done: 0, changed: 0 });
    expect(world.embedder.asked).toEqual([]);
  });

  test("embeds a changed CI again, and only that", async () => {
    const { ctx, ids } = await tenant("one", "two");
    await world.deliver(ctx);
    await world.run({ as: ctx });
    expect(world.embedder.asked).toEqual([]);
    await world.ci.updateCi(ctx, { id: ids[1]!, patch: { description: "now with a purpose" } });
    await world.deliver(ctx);
    expect(await status(ctx)).toMatchObject({ stale: 1, embedded: 2 });
    expect(await world.run({ as: ctx })).toMatchObject({ changed: 1 });
    expect(askedTexts()).toEqual([expect.stringContaining("now with a purpose")]);
    expect(await status(ctx)).toMatchObject({ stale: 0 });
  });

  test("embeds the neighbours of a renamed CI again, since their texts name it", async () => {
    const { ctx, ids } = await tenant("db-old", "web", "apart");
    await world.relationships.create(ctx, { fields: { type: "depends_on", sourceCi: ids[1]!, targetCi: ids[0]! } });
    await world.deliver(ctx);
    await world.run({ as: ctx });
    world.embedder.asked.length = 0;
    await world.ci.updateCi(ctx, { id: ids[0]!, patch: { name: "db-new" } });
    await world.deliver(ctx);
    await world.run({ as: ctx });
    expect(embeddedNames().sort()).toEqual(["db-new", "web"]);
    expect(askedTexts().join()).not.toContain("db-old");
  });

  test("misses no CI that is made while the sweep is under way", async () => {
    const { ctx } = await tenant("first");
    const late = await world.newCi({ name: "late" }, ctx);
    await world.deliver(ctx);
    await world.run({ as: ctx });
    expect(await status(ctx)).toMatchObject({ total: 2, embedded: 2 });
    expect(late).toBeTruthy();
  });

  test("does again what is named, or all, where that is wanted", async () => {
    const { ctx, ids } = await tenant("a1", "a2", "a3");
    const force = true;
    expect(await world.run({ as: ctx, scope: { ciIds: ids.slice(0, 2), force } })).toMatchObject({
      done: 2,
      changed: 2,
    });
    expect(await world.run({ as: ctx, scope: { ciIds: ids } })).toMatchObject({ done: 3, changed: 0 });
    expect(await world.run({ as: ctx, scope: { force }, batchSize: 2 })).toMatchObject({ done: 3, changed: 3 });
  });

  test("tells how much is due", async () => {
    const work = world.search.enrichment![0]!;
    const ctx = await world.otherTenant();
    await world.newCi({}, ctx);
    await world.newCi({}, ctx);
    expect(await work.due(ctx.tenantId, {})).toBe(2);
    await world.run({ as: ctx });
    expect(await work.due(ctx.tenantId, {})).toBe(0);
    expect(await work.due(ctx.tenantId, { force: true })).toBe(2);
  });

  test("keeps a CI that the model refuses apart from its neighbours, and tries it again later", async () => {
    const ctx = await world.otherTenant();
    for (let i = 0; i < 7; i++) await world.newCi({ name: i === 3 ? "poison" : `fine ${i}` }, ctx);
    world.embedder.refuses = (text) => text.startsWith("poison");
    expect(await world.run({ as: ctx })).toMatchObject({ done: 7, changed: 6, failed: 1 });
    expect(await status(ctx)).toMatchObject({ embedded: 6, pending: 1, stale: 1 });
    expect(await world.run({ as: ctx })).toMatchObject({ done: 0 });
    await world.postgres.query("update stale_embeddings set not_before = now() where tenant_id = $1", [ctx.tenantId]);
    world.embedder.refuses = () => false;
    expect(await world.run({ as: ctx })).toMatchObject({ changed: 1, failed: 0 });
    expect(await status(ctx)).toMatchObject({ embedded: 7, pending: 0, stale: 0 });
  });

  test.each(["rate_limited", "failed", "timeout", "refused"] as const)(
    "goes on where it was once a model that is %s answers again",
    async (fault) => {
      const { ctx, ids } = await tenant("waits");
      await world.ci.updateCi(ctx, { id: ids[0]!, patch: { description: `during ${fault}` } });
      await world.deliver(ctx);
      world.embedder.fault = fault;
      await expect(world.run({ as: ctx })).rejects.toMatchObject({ kind: fault });
      expect(world.embedder.asked.length).toBeLessThan(4);
      world.embedder.fault = undefined;
      expect(await world.run({ as: ctx })).toMatchObject({ changed: 1, failed: 0 });
    },
  );

  test("forgets purged CIs, and finds deleted ones no more", async () => {
    const { ctx, ids } = await tenant("going away", "staying");
    await world.ci.deleteCi(ctx, { id: ids[0]! });
    expect(await world.find("going away", ctx)).toEqual(["staying"]);
    const vectors = () =>
      world.graph.raw("MATCH (e:EmbeddingA|EmbeddingB) WHERE e.tenant = $t RETURN e.id AS id", { t: ctx.tenantId });
    expect(await vectors()).toHaveLength(2);
    await world.search.onCisPurged!(ctx.tenantId, [ids[0]!]);
    expect(await vectors()).toEqual([{ id: ids[1] }]);
  });
});
