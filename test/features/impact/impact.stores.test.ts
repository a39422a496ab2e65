import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUILT_IN_TYPES } from "../../../src/model/relationships.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import type { SmallGraph, SmallRelationship } from "./reference.ts";
import { createImpactCmdb, writeGraph } from "./support.ts";

let cmdb: Awaited<ReturnType<typeof createImpactCmdb>>;
const asked: string[][] = [];
beforeAll(async () => {
  cmdb = await createImpactCmdb(async (_tenantId, ids) => {
    asked.push(ids);
    return new Map(ids.map((id) => [id, "degraded"]));
  });
});
afterAll(() => cmdb.close());

/** A tenant of its own, written by the verbs that callers use. */
async function tenant() {
  const ctx = contextOf(newId());
  const ids = new Map<string, string>();
  return {
    ctx,
    async ci(name: string, more: Parameters<typeof cmdb.newCi>[0] = {}) {
      const id = await cmdb.newCi({ name, ...more }, ctx);
      ids.set(id, name);
      return id;
    },
    async link(sourceCi: string, type: string, targetCi: string, more: Record<string, unknown> = {}) {
      return (await cmdb.relationships.create(ctx, { fields: { type, sourceCi, targetCi, ...more } })).id;
    },
    impact: (id: string, options: Parameters<typeof cmdb.impact.verbs.impactOf>[2] = {}) =>
      cmdb.impact.verbs.impactOf(ctx, id, options),
    /** Names of the affected, each with what the test looks at. */
    async names(id: string, options: Parameters<typeof cmdb.impact.verbs.impactOf>[2] = {}) {
      const { affected } = await cmdb.impact.verbs.impactOf(ctx, id, options);
      return affected.map(({ name }) => name).sort();
    },
    async redundancy(id: string, options: Parameters<typeof cmdb.impact.verbs.impactOf>[2] = {}) {
      const { affected } = await cmdb.impact.verbs.impactOf(ctx, id, options);
      return Object.fromEntries(affected.map(({ name, redundancy }) => [name, redundancy]));
    },
  };
}

const plain = { confidence: null, redundancyGroup: null, criticality: null, discoveredBy: null };
const ci = (id: string): SmallGraph["cis"][number] => ({ id, type: "server", status: "active" });
const needs = (source: string, target: string, more: Partial<SmallRelationship> = {}): SmallRelationship => ({
  id: newId(),
  kind: "DEPENDS_ON",
  source,
  target,
  ...plain,
  ...more,
});

describe("impactOf", () => {
  test("returns each CI once with path, confidence and affected services, nearest first", async () => {
    const t = await tenant();
    const host = await t.ci("host");
    const db = await t.ci("db", { type: "database" });
    const shop = await t.ci("shop", { type: "application" });
    const service = await t.ci("web shop", { type: "business_service", attributes: { criticality: "high" } });
    await t.link(db, "runs_on", host, { confidence: 0.8 });
    await t.link(shop, "Connected To", db, { attributes: { port: 5432 } });
    await t.link(shop, "Connected To", db, { attributes: { port: 5433 }, confidence: 0.5 });
    await t.link(shop, "part_of", service, { attributes: { role: "frontend" } });
    const impact = await t.impact(host);
    expect(impact).toEqual({
      ci: { id: host, name: "host", type: "server" },
      affected: [
        {
          id: db,
          name: "db",
          type: "database",
          distance: 1,
          path: [host, db],
          confidence: 0.8,
          required: true,
          redundancy: "none",
        },
        {
          id: shop,
          name: "shop",
          type: "application",
          distance: 2,
          path: [host, db, shop],
          confidence: 0.4,
          required: true,
          redundancy: "none",
        },
        {
          id: service,
          name: "web shop",
          type: "business_service",
          distance: 3,
          path: [host, db, shop, service],
          confidence: 0.4,
          required: true,
          redundancy: "none",
        },
      ],
      services: [{ id: service, name: "web shop", criticality: "high", health: "degraded" }],
      known: true,
      truncated: false,
      limits: { depth: 10, maxDepth: 64, maxAffected: 10_000 },
    });
    expect(asked.at(-1)).toEqual([service]);
    expect(await t.names(service, { direction: "upstream" })).toEqual(["db", "host", "shop"]);
    expect((await t.impact(service, { direction: "upstream" })).services).toEqual([]);
  });

  test("cuts at the depth, and reports truncated only if more lies beyond", async () => {
    const t = await tenant();
    const [a, b, c] = [await t.ci("a"), await t.ci("b"), await t.ci("c")];
    await t.link(b, "depends_on", a);
    await t.link(c, "depends_on", b);
    await t.link(a, "depends_on", c);
    for (const [depth, names, truncated] of [
      [1, ["b"], true],
      [2, ["b", "c"], false],
      [64, ["b", "c"], false],
    ] as const) {
      expect(await t.names(a, { depth })).toEqual(names);
      expect((await t.impact(a, { depth })).truncated).toBe(truncated);
    }
    const gone = await t.ci("gone", { status: "inactive" });
    await t.link(gone, "depends_on", c);
    expect((await t.impact(a, { depth: 2 })).truncated).toBe(false);
  });

  test("neither lists nor traverses inactive CIs, but may start at one", async () => {
    const t = await tenant();
    const [host, old, app] = [await t.ci("host"), await t.ci("old", { status: "inactive" }), await t.ci("app")];
    await t.link(old, "runs_on", host);
    await t.link(app, "depends_on", old);
    expect(await t.impact(host)).toMatchObject({ affected: [], known: true, truncated: false });
    expect(await t.names(old)).toEqual(["app"]);
    expect(await t.names(old, { direction: "upstream" })).toEqual(["host"]);
  });

  test("throws 404 for a deleted CI, and traverses none", async () => {
    const t = await tenant();
    const [host, mid, app] = [await t.ci("host"), await t.ci("mid"), await t.ci("app")];
    await t.link(mid, "runs_on", host);
    await t.link(app, "depends_on", mid);
    await cmdb.ci.deleteCi(t.ctx, { id: mid });
    await expect(t.impact(mid)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect(await t.impact(host)).toMatchObject({ affected: [], known: false });
  });

  test("lists software instances only with dependents, in a service, or on request", async () => {
    const t = await tenant();
    const host = await t.ci("host");
    const [idle, used, part] = [
      await t.ci("idle", { type: "software_instance" }),
      await t.ci("used", { type: "software_instance" }),
      await t.ci("part", { type: "software_instance" }),
    ];
    const [app, service] = [await t.ci("app"), await t.ci("service", { type: "business_service" })];
    for (const each of [idle, used, part]) await t.link(each, "Installed On", host);
    await t.link(idle, "Instance Of", await t.ci("product", { type: "software" }));
    await t.link(app, "depends_on", used);
    await t.link(part, "part_of", service);
    expect(await t.names(host)).toEqual(["app", "part", "service", "used"]);
    expect(await t.names(host, { includeSoftware: true })).toEqual(["app", "idle", "part", "service", "used"]);
    // One step on, so that the depth cuts just behind them.
    expect(await t.names(host, { depth: 1 })).toEqual(["part", "used"]);
    const lone = await t.ci("lone");
    await t.link(await t.ci("package", { type: "software_instance" }), "Installed On", lone);
    expect(await t.impact(lone)).toMatchObject({ affected: [], known: true, truncated: false });
  });

  test("follows AI-found relationships only on request", async () => {
    const t = await tenant();
    const [db, app] = [await t.ci("db"), await t.ci("app")];
    await t.link(app, "depends_on", db, { discoveredBy: "ai:model", confidence: 0.6 });
    expect(await t.impact(db)).toMatchObject({ affected: [], known: false });
    const { affected, known } = await t.impact(db, { includeAi: true });
    expect(known).toBe(true);
    expect(affected).toMatchObject([{ id: app, confidence: 0.6 }]);
  });

  test("follows custom types in their failure direction, none of another tenant's", async () => {
    const [t, other] = [await tenant(), await tenant()];
    const [a, b] = [await t.ci("a"), await t.ci("b")];
    await t.link(a, "backs up", b);
    const set = (failure: "none" | "source_to_target" | "target_to_source" | "both") =>
      cmdb.relationships.setType(t.ctx, "Backs Up", failure);
    await cmdb.relationships.setType(other.ctx, "Backs Up", "both");
    expect(await t.impact(a)).toMatchObject({ affected: [], known: false });
    await set("source_to_target");
    expect([await t.names(a), await t.names(b)]).toEqual([["b"], []]);
    expect(await t.impact(b)).toMatchObject({ known: true });
    await set("target_to_source");
    expect([await t.names(a), await t.names(b)]).toEqual([[], ["a"]]);
    await set("both");
    expect([await t.names(a), await t.names(b)]).toEqual([["b"], ["a"]]);
  });
});

describe("impactOf along built-in types", () => {
  test.each(BUILT_IN_TYPES)("$spelling", async ({ spelling, failure }) => {
    const t = await tenant();
    const [source, target] = [await t.ci("source"), await t.ci("target")];
    await t.link(source, spelling, target);
    const fromSource = failure === "source_to_target" || failure === "both";
    const fromTarget = failure === "target_to_source" || failure === "both";
    for (const [direction, reachedFromSource, reachedFromTarget] of [
      ["downstream", fromSource, fromTarget],
      ["upstream", fromTarget, fromSource],
    ] as const) {
      expect(await t.names(source, { direction, depth: 1 })).toEqual(reachedFromSource ? ["target"] : []);
      expect(await t.names(target, { direction, depth: 64 })).toEqual(reachedFromTarget ? ["source"] : []);
    }
    const steps = await cmdb.reach.verbs.stepsBetween({ tenantId: t.ctx.tenantId, ids: [source, target] });
    expect(steps.map(({ from }) => from).sort()).toEqual([
      ...(fromSource ? [source] : []),
      ...(fromTarget ? [target] : []),
    ]);
  });
});

describe("impactOf redundancy", () => {
  test("a healthy peer covers a CI and its dependents; an inactive peer does not", async () => {
    const t = await tenant();
    const [one, two, three] = [await t.ci("one"), await t.ci("two"), await t.ci("three", { status: "maintenance" })];
    const [shop, page] = [await t.ci("shop"), await t.ci("page")];
    const group = { attributes: { redundancy_group: "db" } };
    for (const db of [one, two, three]) await t.link(shop, "depends_on", db, group);
    await t.link(page, "depends_on", shop);
    expect(await t.redundancy(one)).toEqual({ shop: "covered", page: "covered" });
    await cmdb.ci.updateCi(t.ctx, { id: two, patch: { status: "inactive" } });
    expect(await t.redundancy(one)).toEqual({ shop: "lost", page: "none" });
  });

  test("peers that fail together do not cover each other, at any distance", async () => {
    const t = await tenant();
    const [host, one, two, far, shop] = [
      await t.ci("host"),
      await t.ci("one"),
      await t.ci("two"),
      await t.ci("far"),
      await t.ci("shop"),
    ];
    const group = { attributes: { redundancy_group: "db" } };
    await t.link(one, "runs_on", host);
    await t.link(far, "runs_on", host);
    await t.link(two, "depends_on", far);
    for (const db of [one, two]) await t.link(shop, "depends_on", db, group);
    expect(await t.redundancy(host)).toMatchObject({ shop: "lost", one: "none", two: "none" });
    // Upstream: either database alone may fail, what both stand on may not.
    expect(await t.redundancy(shop, { direction: "upstream" })).toEqual({
      one: "covered",
      two: "covered",
      far: "covered",
      host: "none",
    });
  });

  test("a peer that is itself covered keeps working", async () => {
    const t = await tenant();
    const [db, spare, one, two, balancer] = [
      await t.ci("db"),
      await t.ci("spare"),
      await t.ci("one"),
      await t.ci("two"),
      await t.ci("balancer"),
    ];
    const of = (name: string) => ({ attributes: { redundancy_group: name } });
    await t.link(one, "depends_on", db, of("db"));
    await t.link(one, "depends_on", spare, of("db"));
    await t.link(two, "depends_on", db);
    await t.link(balancer, "depends_on", one, of("web"));
    await t.link(balancer, "depends_on", two, of("web"));
    expect(await t.redundancy(db)).toEqual({ one: "covered", two: "none", balancer: "covered" });
  });
});

describe("impactOf on hostile graphs", () => {
  test("a ladder of 30 diamonds: 2^30 paths cost no more than their nodes", async () => {
    const ctx = contextOf(newId());
    const cis = [ci("k00")];
    const relationships: SmallRelationship[] = [];
    for (let i = 1; i <= 30; i++) {
      const [from, to] = [i - 1, i].map((k) => `k${String(k).padStart(2, "0")}`) as [string, string];
      for (const side of ["a", "b"]) {
        const id = `${to}${side}`;
        cis.push(ci(id));
        relationships.push(needs(id, from), needs(to, id));
      }
      cis.push(ci(to));
    }
    await writeGraph(cmdb.graph, ctx.tenantId, { cis, relationships, ownKinds: {} });
    const { affected, truncated } = await cmdb.impact.verbs.impactOf(ctx, "k00", { depth: 60 });
    expect(affected).toHaveLength(90);
    expect(truncated).toBe(false);
    const last = affected.at(-1)!;
    expect([last.id, last.distance]).toEqual(["k30", 60]);
    expect(last.path.every((id) => !id.endsWith("b"))).toBe(true);
    expect((await cmdb.impact.verbs.impactOf(ctx, "k00", { depth: 59 })).truncated).toBe(true);
    const up = await cmdb.impact.verbs.impactOf(ctx, "k30", { depth: 60, direction: "upstream" });
    expect(up.affected.at(-1)).toMatchObject({ id: "k00", distance: 60 });
  });

  test("a hub with 20,000 neighbours: cut at 10,000, by id among equals", async () => {
    const ctx = contextOf(newId());
    const spokes = Array.from({ length: 20_000 }, (_, i) => `s${String(i).padStart(5, "0")}`);
    const graph = { cis: [ci("hub"), ...spokes.map(ci)], ownKinds: {} };
    await writeGraph(cmdb.graph, ctx.tenantId, { ...graph, relationships: spokes.map((id) => needs(id, "hub")) });
    const { affected, truncated } = await cmdb.impact.verbs.impactOf(ctx, "hub");
    expect(affected).toHaveLength(10_000);
    expect(truncated).toBe(true);
    expect(affected.map(({ id }) => id)).toEqual(spokes.slice(0, 10_000));
    const beside = await cmdb.impact.verbs.impactOf(ctx, "s00007", { direction: "upstream" });
    expect(beside).toMatchObject({ affected: [{ id: "hub", distance: 1 }], truncated: false });
  });

  test("loops, cycles, and several relationships between two CIs", async () => {
    const ctx = contextOf(newId());
    await writeGraph(cmdb.graph, ctx.tenantId, {
      cis: ["a", "b", "c"].map(ci),
      relationships: [
        needs("a", "a"),
        needs("b", "a", { confidence: 0.2 }),
        needs("b", "a", { kind: "USES", confidence: 0.9 }),
        needs("b", "a", { kind: "CONNECTED_TO" }),
        needs("a", "b"),
        needs("c", "b", { kind: "RUNS_ON" }),
        needs("b", "c", { kind: "COMMUNICATES_WITH" }),
      ],
      ownKinds: {},
    });
    const { affected, truncated } = await cmdb.impact.verbs.impactOf(ctx, "a", { depth: 64 });
    expect(affected).toMatchObject([
      { id: "b", distance: 1, confidence: 0.9 },
      { id: "c", distance: 2, path: ["a", "b", "c"], confidence: 0.9 },
    ]);
    expect(truncated).toBe(false);
  });

  test("a loop alone gives known: false", async () => {
    const ctx = contextOf(newId());
    await writeGraph(cmdb.graph, ctx.tenantId, { cis: [ci("a")], relationships: [needs("a", "a")], ownKinds: {} });
    expect(await cmdb.impact.verbs.impactOf(ctx, "a")).toMatchObject({ affected: [], known: false, truncated: false });
  });

  test("300 custom types, followed in both directions", async () => {
    const ctx = contextOf(newId());
    const kinds = Array.from({ length: 300 }, (_, i) => `KIND_${i}`);
    const cis = Array.from({ length: 301 }, (_, i) => ci(`c${String(i).padStart(3, "0")}`));
    await writeGraph(cmdb.graph, ctx.tenantId, {
      cis,
      relationships: kinds.map((kind, i) => needs(cis[i % 2 ? i : i + 1]!.id, cis[i % 2 ? i + 1 : i]!.id, { kind })),
      ownKinds: Object.fromEntries(kinds.map((kind) => [kind, "both"])),
    });
    const { affected } = await cmdb.impact.verbs.impactOf(ctx, "c150", { depth: 64 });
    expect(affected).toHaveLength(128);
    expect(affected.at(-1)).toMatchObject({ id: "c214", distance: 64 });
  });
});

describe("reach verbs", () => {
  test("reach returns each CI at its distance from the nearest start, without the starts", async () => {
    const t = await tenant();
    const [a, b, c, d] = [await t.ci("a"), await t.ci("b"), await t.ci("c"), await t.ci("d")];
    await t.link(b, "depends_on", a);
    await t.link(c, "depends_on", b);
    await t.link(d, "depends_on", c);
    const search = { tenantId: t.ctx.tenantId, ids: [a, b, a, newId()], direction: "downstream" } as const;
    const { reach } = cmdb.reach.verbs;
    expect(await reach({ ...search, depth: 5 })).toEqual({
      members: [
        { id: c, distance: 1 },
        { id: d, distance: 2 },
      ],
      truncated: false,
    });
    expect(await reach({ ...search, depth: 1 })).toEqual({ members: [{ id: c, distance: 1 }], truncated: true });
    expect(await reach({ ...search, depth: 5, limit: 1 })).toMatchObject({ members: [{ id: c }], truncated: true });
    expect(await reach({ ...search, ids: [], depth: 5 })).toEqual({ members: [], truncated: false });
  });

  test("reach does not count starts that reach each other against the limit", async () => {
    const t = await tenant();
    const [a, b, c, d] = [await t.ci("a"), await t.ci("b"), await t.ci("c"), await t.ci("d")];
    await t.link(a, "communicates_with", b);
    await t.link(c, "depends_on", a);
    await t.link(d, "depends_on", c);
    const asked = { tenantId: t.ctx.tenantId, ids: [a, b], direction: "downstream", depth: 10 } as const;
    const near = { id: c, distance: 1 };
    expect(await cmdb.reach.verbs.reach({ ...asked, limit: 1 })).toEqual({ members: [near], truncated: true });
    const both = { members: [near, { id: d, distance: 2 }], truncated: false };
    expect(await cmdb.reach.verbs.reach({ ...asked, limit: 2 })).toEqual(both);
  });

  test("stepsBetween returns steps from the failing CI to the dependent", async () => {
    const t = await tenant();
    const [db, app, service, other] = [await t.ci("db"), await t.ci("app"), await t.ci("service"), await t.ci("other")];
    const attributes = { redundancy_group: "db", criticality: "optional" };
    const link = await t.link(app, "depends_on", db, { attributes, confidence: 0.7, discoveredBy: "scan:one" });
    const part = await t.link(app, "part_of", service);
    const talk = await t.link(app, "communicates_with", db);
    await t.link(other, "depends_on", db);
    await t.link(app, "owned_by", service);
    const found = await cmdb.reach.verbs.stepsBetween({ tenantId: t.ctx.tenantId, ids: [service, app, db] });
    expect(found).toHaveLength(4);
    const nothing = { confidence: null, redundancyGroup: null, criticality: null, discoveredBy: null };
    expect(found).toEqual(
      expect.arrayContaining([
        {
          id: link,
          type: "depends_on",
          graphType: "DEPENDS_ON",
          from: db,
          to: app,
          confidence: 0.7,
          observed: false,
          redundancyGroup: "db",
          criticality: "optional",
          discoveredBy: "scan:one",
        },
        { id: part, type: "part_of", graphType: "PART_OF", from: app, to: service, observed: false, ...nothing },
        ...[
          [db, app],
          [app, db],
        ].map(([from, to]) => ({
          id: talk,
          type: "communicates_with",
          graphType: "COMMUNICATES_WITH",
          from,
          to,
          observed: true,
          ...nothing,
        })),
      ]),
    );
  });
});
