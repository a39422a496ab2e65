import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { contextOf } from "../../support/context.ts";
import { createSearchWorld, type SearchWorld } from "./support.ts";

let world: SearchWorld;
let ids: Record<string, string>;
beforeAll(async () => {
  world = await createSearchWorld();
  ids = {
    db: await world.newCi({
      name: "ghent-7",
      type: "database",
      attributes: { os: "Debian", purpose: "PostgreSQL of the shop" },
    }),
    dns: await world.newCi({
      name: "nameserver one",
      attributes: { serial_number: "SN-4711-X", ip_address: "192.0.2.53" },
    }),
    off: await world.newCi({ name: "old billing", status: "inactive", attributes: { asset_tag: "AT-00417" } }),
    bill: await world.newCi({ name: "billing app", type: "application" }),
  };
  await world.run();
}, 180_000);
afterEach(() => {
  world.embedder.isAvailable = true;
  world.embedder.fault = undefined;
});
afterAll(() => world?.close());

const search = (text: string, filters = {}, as = world.ctx, limit = 20) =>
  world.search.verbs.searchCis(as, text, { limit, filters });
const names = async (...args: Parameters<typeof search>) => (await search(...args)).results.map(({ ci }) => ci.name);

describe("searching", () => {
  test("finds by meaning what no word finds", async () => {
    const found = await search("oracle");
    expect(found).toMatchObject({ method: "hybrid", source: "model" });
    expect(found.results[0]).toMatchObject({ ci: { name: "ghent-7" }, matchedOn: ["meaning"] });
  });

  test.each([
    ["192.0.2.53", "nameserver one", "attributes.ip_address"],
    ["who is 192.0.2.53?", "nameserver one", "attributes.ip_address"],
    ["sn-4711-x", "nameserver one", "attributes.serial_number"],
    ["AT-00417", "old billing", "attributes.asset_tag"],
    ["Billing App", "billing app", "name"],
    ["what does ghent-7 do", "ghent-7", "name"],
  ])("puts first what %j names", async (text, name, field) => {
    for (const isAvailable of [true, false]) {
      world.embedder.isAvailable = isAvailable;
      const { results } = await search(text);
      expect(results[0]).toMatchObject({ ci: { name }, score: 1 });
      expect(results[0]!.matchedOn).toContain(field);
    }
  });

  test("finds each word of a CI that was written just now, and none that it no longer has", async () => {
    world.embedder.isAvailable = false;
    const ctx = await world.otherTenant();
    const found = (text: string) => names(text, {}, ctx);
    for (const [before, after] of [
      ["heron", "stork"],
      ["osprey", "plover"],
      ["avocet", "curlew"],
    ] as const) {
      const id = await world.newCi({ name: `node of ${before}`, attributes: { rack: `rack-${before}` } }, ctx);
      for (const text of [`${before} node`, `rack-${before} rack`])
        expect(await found(text)).toContain(`node of ${before}`);
      await world.ci.updateCi(ctx, { id, patch: { name: `node of ${after}`, attributes: { rack: `rack-${after}` } } });
      for (const text of [after, `rack-${after}`]) expect(await found(text)).toContain(`node of ${after}`);
      expect(await found(before)).toEqual([]);
      await world.ci.deleteCi(ctx, { id });
      expect(await found(after)).toEqual([]);
    }
  });

  test("goes by words alone without a model, and says so", async () => {
    world.embedder.isAvailable = false;
    const found = await search("billing");
    expect(found).toMatchObject({ method: "keyword", source: "rules" });
    expect(found.results.map(({ ci }) => ci.name).sort()).toEqual(["billing app", "old billing"]);
    expect((await search("oracle")).results).toEqual([]);
  });

  test("goes by words alone while the model fails, and says so", async () => {
    world.embedder.fault = "failed";
    expect(await search("billing now")).toMatchObject({ method: "keyword", source: "rules", fellBack: true });
  });

  test("goes by words alone for a tenant without vectors, which is no failure of the model", async () => {
    const found = await search("billing", {}, await world.otherTenant());
    expect(found).toMatchObject({ method: "keyword", source: "rules" });
    expect(found).not.toHaveProperty("fellBack");
  });

  test("keeps to types and statuses", async () => {
    expect(await names("billing", { types: ["application"] })).toEqual(["billing app"]);
    expect(await names("billing", { statuses: ["inactive"] })).toEqual(["old billing"]);
    expect(await names("billing", { types: ["application"], statuses: ["inactive"] })).toEqual([]);
    expect(await names("192.0.2.53", { types: ["database"] })).toEqual(["ghent-7"]);
  });

  test("gives no more than asked for", async () => {
    expect((await search("billing", {}, world.ctx, 1)).results).toHaveLength(1);
  });

  test("needs both scopes", async () => {
    await expect(search("x", {}, contextOf(world.ctx.tenantId, "ai.use"))).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await expect(search("x", {}, contextOf(world.ctx.tenantId, "cmdb.read"))).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });

  test.each([
    "tenant:* OR *:*",
    '") OR tenant:"x',
    "\\",
    "~ ^ * ? [ ] { } ( ) && || ! + - /",
    "a".repeat(1_000),
    "the of and",
    "🔥🐘",
    "'; MATCH (n) DETACH DELETE n //",
    "\u202e\u200b\ufeff.",
    "::",
    "%00",
  ])("answers whatever is asked: %j", async (text) => {
    expect((await search(text)).results.length).toBeLessThanOrEqual(20);
    world.embedder.isAvailable = false;
    expect((await search(text)).method).toBe("keyword");
  });

  test.each(["", "   ", "x".repeat(1_001)])("refuses a text of no or too many characters", async (text) => {
    await expect(search(text)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

describe("another tenant", () => {
  test("is never found, and changes no score", async () => {
    const before = await search("billing database names");
    const other = await world.otherTenant();
    for (let i = 0; i < 30; i++) await world.newCi({ name: `billing database names ${i}` }, other);
    await world.run({ as: other });
    const after = await search("billing database names");
    expect(after.results).toEqual(before.results);
    expect(
      (await names("billing database names", {}, other)).every((name) => name.startsWith("billing database")),
    ).toBe(true);
  });
});

describe("related CIs", () => {
  test("come with readable reasons and their figures", async () => {
    const ctx = await world.otherTenant();
    const make = (name: string, type = "server") => world.newCi({ name, type }, ctx);
    const [web1, web2, db, far] = [
      await make("web-1"),
      await make("web-2"),
      await make("db-1", "database"),
      await make("far"),
    ];
    const [software, one, two] = [
      await make("Zorble", "software"),
      await make("Zorble 1", "software_instance"),
      await make("Zorble 2", "software_instance"),
    ];
    const relate = (type: string, sourceCi: string, targetCi: string) =>
      world.relationships.create(ctx, { fields: { type, sourceCi, targetCi } });
    await relate("depends_on", web1, db);
    await relate("depends_on", web2, db);
    for (const [instance, host] of [
      [one, web1],
      [two, far],
    ] as const) {
      await relate("Installed On", instance, host);
      await relate("Instance Of", instance, software);
    }
    const { related } = await world.search.verbs.findRelated(ctx, web1, 10);
    const reasonsOf = (name: string) => related.find(({ ci }) => ci.name === name)?.reasons;
    expect(reasonsOf("db-1")).toEqual(["directly related: the CI depends_on it"]);
    expect(reasonsOf("web-2")).toEqual(["same type, and shares 1 neighbour: db-1", "2 relationships away"]);
    expect(reasonsOf("far")).toEqual(["shares 1 product that few servers have: Zorble"]);
    expect(related.some(({ ci }) => ci.name === "web-1" || ci.type === "software_instance")).toBe(false);
    await world.run({ as: ctx });
    const withTexts = await world.search.verbs.findRelated(ctx, web1, 10);
    expect(withTexts.source).toBe("model");
    expect(withTexts.related.flatMap(({ reasons }) => reasons).join()).toMatch(/similar description \(\d+ % alike\)/);
  });

  test("of a CI of another tenant are unknown", async () => {
    const other = await world.otherTenant();
    await expect(world.search.verbs.findRelated(other, ids.db!, 10)).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
  });
});
