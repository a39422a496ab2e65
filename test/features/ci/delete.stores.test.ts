import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identifiersOfText } from "../../../src/model/identifiers.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { createWorld, faultOf, list, type World } from "./support.ts";

const DAY = 86_400_000;

let world: World;
let offset = 0;
beforeAll(async () => {
  world = await createWorld({ relayed: false, clock: { now: () => new Date(Date.now() + offset) } });
});
afterAll(() => world.close());

const unique = () => `ci ${newId()}`;
const create = (fields: object = {}, ctx = world.ctx) =>
  world.verbs.createCi(ctx, { fields: { name: unique(), type: "server", ...fields } });
const remove = (id: string, more: object = {}) => world.verbs.deleteCi(world.ctx, { id, ...more });
const restore = (id: string) => world.verbs.restoreCi(world.ctx, id);
const get = (id: string) => world.verbs.getCi(world.ctx, id);
const changesOf = (id: string) => world.changes().filter((change) => change.subject.id === id);
const missing = { code: "RESOURCE_NOT_FOUND" };

describe("deleteCi", () => {
  it("hides the CI and its relationships from every query, and publishes the changes", async () => {
    const ip = "198.51.100.77";
    const ci = await create({ attributes: { ip_address: ip } });
    const [above, below] = await Promise.all([create(), create()]);
    const first = await world.relate(above.id, ci.id);
    const second = await world.relate(ci.id, below.id, "runs_on");
    const third = await world.relate(ci.id, below.id, "Feeds Into");
    expect(await remove(ci.id)).toEqual({ relationships: 3 });
    expect(await faultOf(get(ci.id))).toMatchObject(missing);
    expect(await faultOf(remove(ci.id))).toMatchObject(missing);
    expect((await list(world.verbs, world.ctx, { search: ci.name })).total).toBe(0);
    expect((await list(world.verbs, world.ctx, { search: ip })).total).toBe(0);
    expect((await get(above.id)).relationships).toEqual([]);
    const page = await list(world.verbs, world.ctx, { search: below.name });
    expect(page.items).toMatchObject([{ id: below.id, relationshipCount: 0 }]);
    expect(changesOf(ci.id).at(-1)).toMatchObject({
      kind: "ci.deleted",
      version: 2,
      after: null,
      before: { name: ci.name },
    });
    expect(changesOf(first.id).at(-1)).toMatchObject({
      kind: "relationship.deleted",
      before: { id: first.id, type: "depends_on", source_ci: above.id, target_ci: ci.id },
    });
    expect(changesOf(second.id).at(-1)).toMatchObject({ before: { type: "runs_on" } });
    expect(changesOf(third.id).at(-1)).toMatchObject({ before: { type: "Feeds Into" } });
  });

  it("requires cmdb.delete", async () => {
    const { id } = await create();
    const writer = contextOf(world.ctx.tenantId, "cmdb.read", "cmdb.write");
    expect(await faultOf(world.verbs.deleteCi(writer, { id }))).toMatchObject({
      code: "PERMISSION_DENIED",
      details: { required_scope: "cmdb.delete" },
    });
  });

  it("with protect refuses if other CIs depend on it, and lists at most 50 of them", async () => {
    const db = await create();
    const apps = await Promise.all(Array.from({ length: 60 }, () => create()));
    await Promise.all(apps.map((app) => world.relate(app.id, db.id)));
    const fault = await faultOf(remove(db.id, { protect: true }));
    expect(fault.code).toBe("CONFLICT");
    expect(fault.details.dependents).toHaveLength(50);
    const known = new Map(apps.map((app) => [app.id, app.name]));
    for (const { id, name, type } of fault.details.dependents as { id: string; name: string; type: string }[]) {
      expect([known.get(id), "server"]).toEqual([name, type]);
    }
    expect((await get(db.id)).id).toBe(db.id);
    expect(await remove(db.id)).toEqual({ relationships: 60 });
  });

  it("with protect considers only relationships on which a failure propagates", async () => {
    const [ci, owner, below, service] = await Promise.all([create(), create(), create(), create()]);
    await world.relate(owner.id, ci.id, "owned_by");
    await world.relate(ci.id, below.id, "depends_on");
    await world.relate(owner.id, ci.id, "Knows About");
    const guessed = { type: "depends_on", sourceCi: owner.id, targetCi: ci.id, discoveredBy: "ai:agent" };
    await world.relationships.verbs.create(world.ctx, { fields: guessed });
    expect(await remove(ci.id, { protect: true })).toEqual({ relationships: 4 });
    await restore(ci.id);
    await world.relate(ci.id, service.id, "part_of");
    expect(await faultOf(remove(ci.id, { protect: true }))).toMatchObject({
      details: { dependents: [{ id: service.id, name: service.name, type: "server" }] },
    });
  });
});

describe("restoreCi", () => {
  it("restores the CI and its relationships under a new version", async () => {
    const ci = await create({ attributes: { ip_address: "198.51.100.99", os: "linux" }, type: "software" });
    const other = await create();
    const fields = { type: "Connected To", sourceCi: ci.id, targetCi: other.id, attributes: { port: 5432 } };
    const { id } = await world.relationships.verbs.create(world.ctx, { fields });
    await remove(ci.id);
    const back = await restore(ci.id);
    expect(back).toMatchObject({ id: ci.id, name: ci.name, type: "software", version: 3, attributes: ci.attributes });
    expect(back.relationships).toMatchObject([{ id, outgoing: true, ciId: other.id, graphType: "CONNECTED_TO" }]);
    expect(await get(ci.id)).toMatchObject({ version: 3, createdAt: ci.createdAt, relationships: [{ id }] });
    expect((await list(world.verbs, world.ctx, { search: ci.name })).total).toBe(1);
    expect(changesOf(ci.id).map(({ kind, version }) => [kind, version])).toEqual([
      ["ci.created", 1],
      ["ci.deleted", 2],
      ["ci.restored", 3],
    ]);
    const brief = {
      id,
      type: "Connected To",
      source_ci: ci.id,
      target_ci: other.id,
      attributes: { port: 5432 },
    };
    const [made, gone, again] = changesOf(id);
    expect(made).toMatchObject({ kind: "relationship.created", after: brief });
    expect(gone).toMatchObject({ kind: "relationship.deleted", before: brief, after: null });
    expect(again).toMatchObject({ kind: "relationship.created", before: null, after: brief });
    expect(await world.relationships.verbs.get(world.ctx, id)).toMatchObject({ id, type: "Connected To" });
    expect(await faultOf(restore(ci.id))).toMatchObject(missing);
  });

  it.each(["the first deleted first", "the last deleted first"])(
    "of both ends brings their relationship back: %s",
    async (order) => {
      const [a, b] = await Promise.all([create(), create()]);
      const { id } = await world.relate(a.id, b.id);
      await remove(a.id);
      await remove(b.id);
      const [one, two] = order === "the first deleted first" ? [a, b] : [b, a];
      expect((await restore(one.id)).relationships).toEqual([]);
      expect((await restore(two.id)).relationships).toMatchObject([{ id }]);
      expect((await get(a.id)).relationships).toMatchObject([{ id, outgoing: true, ciId: b.id }]);
    },
  );

  it("restores the relationship when both ends are restored at once", async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = await Promise.all([create(), create()]);
      const { id } = await world.relate(a.id, b.id);
      await Promise.all([remove(a.id), remove(b.id)]);
      await Promise.all([restore(a.id), restore(b.id)]);
      expect((await get(a.id)).relationships).toMatchObject([{ id, ciId: b.id }]);
    }
  });

  it("leaves no relationship to a CI that is deleted at the same time", async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = await Promise.all([create(), create()]);
      const { id } = await world.relate(a.id, b.id);
      await remove(a.id);
      await Promise.all([restore(a.id), remove(b.id)]);
      expect((await get(a.id)).relationships).toEqual([]);
      expect((await list(world.verbs, world.ctx, { search: a.name })).items).toMatchObject([{ relationshipCount: 0 }]);
      expect((await restore(b.id)).relationships).toMatchObject([{ id }]);
    }
  });

  it("refuses if the name or serial number has been taken", async () => {
    const ci = await create({ attributes: { serial_number: newId() } });
    await remove(ci.id);
    const taker = await create({ attributes: ci.attributes });
    expect(await faultOf(restore(ci.id))).toMatchObject({ code: "CONFLICT", details: { existing_id: taker.id } });
    await remove(taker.id);
    const namesake = await create({ name: ci.name });
    expect(await faultOf(restore(ci.id))).toMatchObject({ code: "CONFLICT", details: { existing_id: namesake.id } });
    await remove(namesake.id);
    expect((await restore(ci.id)).version).toBe(3);
  });

  it("restores once when called concurrently", async () => {
    const ci = await create();
    await remove(ci.id);
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => restore(ci.id)));
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) if (answer.status === "rejected") expect(answer.reason).toMatchObject(missing);
  });

  it("requires cmdb.write", async () => {
    const { id } = await create();
    await remove(id);
    const reader = contextOf(world.ctx.tenantId, "cmdb.read", "cmdb.delete");
    expect(await faultOf(world.verbs.restoreCi(reader, id))).toMatchObject({ code: "PERMISSION_DENIED" });
  });
});

describe("purgeCis", () => {
  const identifierCount = async (tenantId: string) => {
    const text = "MATCH (i:Identifier) WHERE i.tenant = $tenantId RETURN count(i) AS n";
    return (await world.graph.raw(text, { tenantId }))[0]?.n;
  };

  it("removes CIs deleted long enough ago, in batches, and reports their ids", async () => {
    const ctx = contextOf(newId());
    const { tenantId } = ctx;
    const cis = await Promise.all(
      Array.from({ length: 130 }, (_, i) => create({ attributes: { serial_number: `purge-${i}-${newId()}` } }, ctx)),
    );
    const kept = await create({}, ctx);
    const shared = await world.relate(cis[0]!.id, kept.id, "depends_on", ctx);
    await Promise.all(cis.map((ci) => world.verbs.deleteCi(ctx, { id: ci.id })));
    const gone: string[][] = [];
    const purge = () =>
      world.verbs.purgeCis({ tenantId, olderThanDays: 30, onPurged: async (ids) => void gone.push(ids) });
    expect(await purge()).toEqual({ cis: 0, identifiers: 0 });
    offset = 31 * DAY;
    const late = await create({}, ctx);
    await world.verbs.deleteCi(ctx, { id: late.id });
    const refused = world.verbs.purgeCis({
      tenantId,
      olderThanDays: 30,
      onPurged: () => Promise.reject(new Error("no")),
    });
    await expect(refused).rejects.toThrow("no");
    expect(await purge()).toEqual({ cis: 130, identifiers: 260 });
    expect(gone.length).toBeGreaterThan(1);
    expect(gone.flat().sort()).toEqual(cis.map((ci) => ci.id).sort());
    expect(await faultOf(world.verbs.restoreCi(ctx, cis[0]!.id))).toMatchObject(missing);
    expect(await world.verbs.restoreCi(ctx, late.id)).toMatchObject({ id: late.id });
    expect((await world.verbs.getCi(ctx, kept.id)).relationships).toEqual([]);
    expect(await faultOf(world.relationships.verbs.get(ctx, shared.id))).toMatchObject(missing);
    const rest = await world.graph.raw("MATCH (d:DeletedRelationship {tenant: $tenantId}) RETURN count(d) AS n", {
      tenantId,
    });
    expect(rest[0]?.n).toBe(0);
    expect(await identifierCount(tenantId)).toBe(2);
    offset = 0;
  });

  it("removes identifiers that no CI holds, and keeps those in use", async () => {
    const ctx = contextOf(newId());
    const ci = await create({ attributes: { ip_address: "192.0.2.10", hostname: "web01" } }, ctx);
    await world.verbs.updateCi(ctx, { id: ci.id, patch: { attributes: { ip_address: "192.0.2.11" }, name: unique() } });
    const purge = () => world.verbs.purgeCis({ tenantId: ctx.tenantId, olderThanDays: 30 });
    expect(await purge()).toEqual({ cis: 0, identifiers: 2 });
    expect(await purge()).toEqual({ cis: 0, identifiers: 0 });
    for (const search of ["192.0.2.11", "web01"]) expect((await list(world.verbs, ctx, { search })).total).toBe(1);
    expect(identifiersOfText("192.0.2.10")).not.toEqual([]);
    expect((await list(world.verbs, ctx, { search: "192.0.2.10" })).total).toBe(0);
  });

  it("keeps names unique that are freed and taken while it runs", async () => {
    const ctx = contextOf(newId());
    const names = Array.from({ length: 6 }, unique);
    const failures: unknown[] = [];
    const churn = async (name: string) => {
      for (let round = 0; round < 6; round++) {
        const ci = await create({ name }, ctx);
        await world.verbs.deleteCi(ctx, { id: ci.id });
      }
    };
    let running = true;
    const purging = (async () => {
      while (running) await world.verbs.purgeCis({ tenantId: ctx.tenantId, olderThanDays: -1 });
    })();
    await Promise.all(names.map((name) => churn(name).catch((error) => failures.push(error))));
    running = false;
    await purging;
    expect(failures).toEqual([]);
    expect((await list(world.verbs, ctx)).total).toBe(0);
    await world.verbs.purgeCis({ tenantId: ctx.tenantId, olderThanDays: -1 });
    expect(await identifierCount(ctx.tenantId)).toBe(0);
  });

  it("racing with restoreCi leaves the CI either complete or purged", async () => {
    for (let round = 0; round < 6; round++) {
      const ci = await create();
      await remove(ci.id);
      const purging = world.verbs.purgeCis({ tenantId: world.ctx.tenantId, olderThanDays: -1 });
      const [back] = await Promise.allSettled([restore(ci.id), purging]);
      await purging;
      if (back.status === "fulfilled") expect(await get(ci.id)).toMatchObject({ id: ci.id, name: ci.name });
      else {
        expect(back.reason).toMatchObject(missing);
        expect(await faultOf(get(ci.id))).toMatchObject(missing);
      }
    }
  });
});
