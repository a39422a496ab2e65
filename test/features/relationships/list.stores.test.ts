import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  ListRelationshipsInput,
  RelationshipPage,
} from "../../../src/features/relationships/list-relationships.ts";
import { createListRelationships } from "../../../src/features/relationships/list-relationships.ts";
import { BUILT_IN_TYPES } from "../../../src/model/relationships.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type Cmdb, createCmdb } from "../../support/cmdb.ts";
import { contextOf } from "../../support/context.ts";

const START = Date.UTC(2026, 0, 1);
/** Moves on by a minute with every look, and stands still where a test says so. */
let ms = START;
let step = 60_000;
const clock = {
  now: () => {
    ms += step;
    return new Date(ms);
  },
};

let cmdb: Cmdb;
beforeAll(async () => {
  cmdb = await createCmdb({ clock });
});
afterAll(() => cmdb.close());

const list = (input: Partial<ListRelationshipsInput> = {}, as = cmdb.ctx): Promise<RelationshipPage> =>
  cmdb.relationships.list(as, { includeAi: false, order: "desc", limit: 20, page: 1, ...input });
const ids = async (input: Partial<ListRelationshipsInput> = {}, as = cmdb.ctx) =>
  (await list(input, as)).items.map(({ id }) => id);

/** A tenant of its own with three CIs. */
async function tenant() {
  const ctx = contextOf(newId());
  const [a, b, c] = [await cmdb.newCi({}, ctx), await cmdb.newCi({}, ctx), await cmdb.newCi({}, ctx)];
  const make = async (type: string, sourceCi: string, targetCi: string, more: Record<string, unknown> = {}) =>
    (await cmdb.relationships.create(ctx, { fields: { type, sourceCi, targetCi, ...more } })).id;
  return { ctx, a, b, c, make };
}

describe("listRelationships order and filters", () => {
  test("lists built-in and custom types, newest first by default or oldest first", async () => {
    const { ctx, a, b, make } = await tenant();
    const types = [...BUILT_IN_TYPES.map(({ spelling }) => spelling), "own one", "own two"];
    const made: string[] = [];
    for (const type of types) made.push(await make(type, a, b));
    const page = await list({}, ctx);
    expect(page.items.map(({ id }) => id)).toEqual(made.toReversed());
    expect(page.items.map(({ type }) => type)).toEqual(types.toReversed());
    expect(page.total).toBe(types.length);
    expect(page.next).toBeUndefined();
    expect(await ids({ order: "asc" }, ctx)).toEqual(made);
  });

  test("filters by type in any spelling, built-in or custom; an unknown type gives an empty list", async () => {
    const { ctx, a, b, c, make } = await tenant();
    const installed = [await make("Installed On", a, b), await make("installed_on", a, c)];
    const own = [await make("Backs Up", a, b), await make("backs-up", c, b)];
    await make("another kind", a, b);
    for (const type of ["Installed On", "INSTALLED_ON", "installed-on"]) {
      expect(await ids({ type, order: "asc" }, ctx)).toEqual(installed);
    }
    expect(await ids({ type: "BACKS_UP" }, ctx)).toEqual(own.toReversed());
    expect((await list({ type: "backs up", limit: 1 }, ctx)).total).toBe(2);
    expect(await list({ type: "nobody knows it" }, ctx)).toEqual({ items: [], total: 0, next: undefined });
  });

  test("filters by source, target, either end, and all combined", async () => {
    const { ctx, a, b, c, make } = await tenant();
    const ab = await make("uses", a, b);
    const ba = await make("uses", b, a);
    const ac = await make("own kind", a, c);
    const cb = await make("depends_on", c, b);
    expect(await ids({ sourceCi: a }, ctx)).toEqual([ac, ab]);
    expect(await ids({ targetCi: b, order: "asc" }, ctx)).toEqual([ab, cb]);
    expect(await ids({ ciId: a }, ctx)).toEqual([ac, ba, ab]);
    expect(await ids({ sourceCi: a, targetCi: b }, ctx)).toEqual([ab]);
    expect(await ids({ sourceCi: a, ciId: c }, ctx)).toEqual([ac]);
    expect(await ids({ targetCi: a, ciId: b }, ctx)).toEqual([ba]);
    expect(await ids({ sourceCi: a, ciId: a }, ctx)).toEqual([ac, ab]);
    expect(await ids({ sourceCi: a, targetCi: b, ciId: b }, ctx)).toEqual([ab]);
    expect(await ids({ sourceCi: a, targetCi: b, ciId: c }, ctx)).toEqual([]);
    expect(await ids({ sourceCi: a, targetCi: a }, ctx)).toEqual([]);
    expect(await ids({ ciId: a, type: "own kind" }, ctx)).toEqual([ac]);
    expect(await ids({ ciId: a, type: "another kind" }, ctx)).toEqual([]);
    expect(await ids({ sourceCi: a, targetCi: b, type: "runs_on" }, ctx)).toEqual([]);
    expect(await list({ ciId: newId() }, ctx)).toEqual({ items: [], total: 0, next: undefined });
    expect(await list({ ciId: b, limit: 2 }, ctx)).toMatchObject({ total: 3 });
  });

  test("lists and counts AI-found relationships only on request", async () => {
    const { ctx, a, b, c, make } = await tenant();
    const plain = await make("uses", a, b, { discoveredBy: "airflow" });
    const found: string[] = [];
    for (const [i, discoveredBy] of ["ai", "ai:agent", "ai-agent", "ai_agent"].entries()) {
      found.push(await make("Connected To", a, c, { discoveredBy, confidence: 0.4, attributes: { port: i + 1 } }));
    }
    for (const where of [{}, { sourceCi: a }, { ciId: a }]) {
      expect(await list(where, ctx)).toMatchObject({ total: 1, items: [{ id: plain }] });
      const all = await list({ ...where, includeAi: true }, ctx);
      expect(all.items.map(({ id }) => id)).toEqual([...found.toReversed(), plain]);
      expect(all.total).toBe(5);
    }
    await cmdb.relationships.update(ctx, { id: found[0]!, patch: { discoveredBy: "a person" } });
    expect(await ids({ type: "Connected To" }, ctx)).toEqual([found[0]]);
  });

  test("shows nothing to another tenant, with any filter", async () => {
    const { a, b, make } = await tenant();
    await make("uses", a, b);
    const other = contextOf(newId());
    for (const where of [{}, { type: "uses" }, { sourceCi: a }, { ciId: b }, { sourceCi: a, targetCi: b }]) {
      expect(await list(where, other)).toEqual({ items: [], total: 0, next: undefined });
    }
    await expect(list({}, contextOf(newId(), "cmdb.write"))).rejects.toMatchObject({ status: 403 });
  });
});

describe("listRelationships pages", () => {
  test("contain relationships of one millisecond once each, by number and by cursor, in both orders", async () => {
    const { ctx, a, b, make } = await tenant();
    step = 0;
    for (let port = 1; port <= 9; port++) await make("Connected To", a, b, { attributes: { port } });
    for (const type of ["uses", "depends_on", "own kind", "other kind"]) await make(type, a, b);
    step = 60_000;
    for (const where of [{}, { ciId: a }, { sourceCi: a, targetCi: b }]) {
      for (const order of ["desc", "asc"] as const) {
        const whole = await ids({ ...where, order, limit: 100 }, ctx);
        expect(new Set(whole).size).toBe(13);
        const byNumber: string[] = [];
        for (let page = 1; page <= 3; page++) byNumber.push(...(await ids({ ...where, order, limit: 5, page }, ctx)));
        expect(byNumber).toEqual(whole);
        expect(await walk({ ...where, order, limit: 3 }, ctx)).toEqual(whole);
      }
    }
    const connected = await ids({ type: "Connected To", limit: 100 }, ctx);
    expect(await walk({ type: "Connected To", limit: 4 }, ctx)).toEqual(connected);
    expect(await walk({ type: "own kind", limit: 1 }, ctx)).toHaveLength(1);
  });

  test("by cursor continue correctly under concurrent creates and deletes", async () => {
    const { ctx, a, b, make } = await tenant();
    const made: string[] = [];
    for (let port = 1; port <= 6; port++) made.push(await make("Connected To", a, b, { attributes: { port } }));
    const first = await list({ limit: 2 }, ctx);
    expect(first.items.map(({ id }) => id)).toEqual([made[5], made[4]]);
    await make("uses", a, b);
    await cmdb.relationships.delete(ctx, { id: made[4]! });
    await cmdb.relationships.delete(ctx, { id: made[2]! });
    const second = await list({ limit: 2, after: first.next }, ctx);
    expect(second.items.map(({ id }) => id)).toEqual([made[3], made[1]]);
    expect(second.total).toBe(5);
  });

  test("past the end are empty and have the total", async () => {
    const { ctx, a, b, make } = await tenant();
    await make("uses", a, b);
    for (const page of [2, 500, 1_000_000]) {
      expect(await list({ page }, ctx)).toEqual({ items: [], total: 1, next: undefined });
    }
  });

  test("far into a long list equal those read from its start", async () => {
    const { ctx, a, b, c } = await tenant();
    step = 7;
    for (let from = 0; from < 2_400; from += 800) {
      const items = Array.from({ length: 800 }, (_, i) => ({
        fields: {
          type: "Connected To",
          sourceCi: i % 2 ? a : b,
          targetCi: c,
          attributes: { port: from + i },
        },
      }));
      await cmdb.relationships.bulkCreate(ctx, { mode: "atomic", items });
    }
    step = 60_000;
    const whole = await walk({ limit: 100 }, ctx);
    expect(new Set(whole).size).toBe(2_400);
    for (const order of ["desc", "asc"] as const) {
      const expected = order === "desc" ? whole : whole.toReversed();
      for (const page of [22, 24]) {
        const found = await list({ page, limit: 100, order }, ctx);
        expect(found.items.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 100, page * 100));
        expect(found.total).toBe(2_400);
      }
    }
  });
});

describe("listRelationships total", () => {
  test("is exact right after every write, also once cached", async () => {
    const { ctx, a, b, make } = await tenant();
    const expected: number[] = [];
    const seen: number[] = [];
    for (let port = 1; port <= 4; port++) {
      const id = await make("Connected To", a, b, { attributes: { port } });
      expected.push(port, port, port);
      for (let again = 0; again < 3; again++) seen.push((await list({}, ctx)).total);
      await cmdb.relationships.update(ctx, { id, patch: { attributes: { note: port } } });
    }
    expect(seen).toEqual(expected);
    await cmdb.ci.deleteCi(ctx, { id: b });
    expect((await list({}, ctx)).total).toBe(0);
    await cmdb.ci.restoreCi(ctx, b);
    expect((await list({}, ctx)).total).toBe(4);
  });

  test("costs another query only if something has changed", async () => {
    const { ctx, a, b, make } = await tenant();
    await make("uses", a, b);
    const asked: string[] = [];
    const graph: typeof cmdb.graph = {
      ...cmdb.graph,
      read: (query, params) => {
        asked.push(query.file.name);
        return cmdb.graph.read(query, params);
      },
    };
    const read = createListRelationships({ graph, clock });
    const input = { includeAi: false, order: "desc", limit: 20, page: 1 } as const;
    // Long enough for a total to settle, short enough for it not to be too old.
    step = 6_000;
    await read(ctx, input);
    await read(ctx, input);
    asked.length = 0;
    expect(await read(ctx, input)).toMatchObject({ total: 1 });
    expect(asked).toEqual(["relationships/list"]);
    await make("runs_on", a, b);
    asked.length = 0;
    expect(await read(ctx, input)).toMatchObject({ total: 2 });
    expect(asked).toEqual(["relationships/list", "relationships/count"]);
    asked.length = 0;
    await read(ctx, { ...input, ciId: a });
    expect(asked).toEqual(["relationships/list-of-ci"]);
    step = 60_000;
  });
});

/** All ids of a list, page after page by cursor. */
async function walk(input: Partial<ListRelationshipsInput>, as = cmdb.ctx): Promise<string[]> {
  const found: string[] = [];
  let after: ListRelationshipsInput["after"];
  do {
    const page = await list({ ...input, after }, as);
    found.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after);
  return found;
}
