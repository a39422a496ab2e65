import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backupGraphReads, backupGraphWrites, CI_LABELS } from "../../../src/features/backup/backup.graph.store.ts";
import { patchRelationships } from "../../../src/features/relationships/index.ts";
import { relationshipsGraph } from "../../../src/features/relationships/relationships.graph.store.ts";
import { graphMigrations, migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { agentHost, createWorld, type World } from "../discovery/support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const SEARCHED = ["Inactive", "AiLinked", "Grouped"];
const create = (fields: object = {}) =>
  world.ci.createCi(world.ctx, { fields: { name: `ci ${newId()}`, type: "server", ...fields } });
const setStatus = (id: string, status: "active" | "inactive") =>
  world.ci.updateCi(world.ctx, { id, patch: { status } });
const relate = (
  sourceCi: string,
  targetCi: string,
  fields: { discoveredBy?: string; attributes?: Record<string, string> } = {},
) => world.relationships.create(world.ctx, { fields: { type: "depends_on", sourceCi, targetCi, ...fields } });
const GROUP = { attributes: { redundancy_group: "pair" } };

async function labelsOf(id: string): Promise<string[]> {
  const [row] = await world.graph.raw(
    "MATCH (c:CI|DeletedCI) WHERE c.tenant = $tenant AND c.id = $id RETURN labels(c) AS labels",
    { tenant: world.ctx.tenantId, id },
  );
  return (row as { labels: string[] }).labels.filter((label) => SEARCHED.includes(label)).sort();
}

/** Nodes of the tenant whose labels say other than their properties, and ends of relationships without the label of these. */
async function disagreeing(): Promise<number> {
  let found = 0;
  for (const label of CI_LABELS) {
    const [row] = await world.graph.raw(
      `MATCH (c:${label}) WHERE c.tenant = $tenant AND c.id > '' AND (c.status = 'inactive') <> (c:Inactive) RETURN count(c) AS n`,
      { tenant: world.ctx.tenantId },
    );
    found += Number(row?.n);
  }
  const [row] = await world.graph.raw(
    `MATCH (a:CI) WHERE a.tenant = $tenant AND a.id > ''
     MATCH (a)-[r]-(b) WHERE (r.aiFound IS NOT NULL AND NOT (a:AiLinked AND b:AiLinked))
       OR (r.redundancyGroup IS NOT NULL AND NOT (a:Grouped AND b:Grouped)) RETURN count(r) AS n`,
    { tenant: world.ctx.tenantId },
  );
  return found + Number(row?.n);
}

const stripped = () =>
  world.graph.raw(
    "MATCH (c:CI|DeletedCI) WHERE c.tenant = $tenant AND c.id > '' REMOVE c:Inactive, c:AiLinked, c:Grouped RETURN count(c) AS n",
    { tenant: world.ctx.tenantId },
  );

describe("label of inactive CIs", () => {
  it("follows the status, whatever else changes", async () => {
    const [made, active] = [await create({ status: "inactive" }), await create()];
    expect([await labelsOf(made.id), await labelsOf(active.id)]).toEqual([["Inactive"], []]);
    await setStatus(active.id, "inactive");
    await world.ci.updateCi(world.ctx, { id: active.id, patch: { type: "database", description: "moved" } });
    expect(await labelsOf(active.id)).toEqual(["Inactive"]);
    await setStatus(active.id, "active");
    await setStatus(made.id, "active");
    expect([await labelsOf(made.id), await labelsOf(active.id)]).toEqual([[], []]);
    expect(await disagreeing()).toBe(0);
  });

  it("survives deletion and restoration, and follows the status afterwards", async () => {
    const { id } = await create({ status: "inactive" });
    await world.ci.deleteCi(world.ctx, { id });
    expect(await labelsOf(id)).toEqual(["Inactive"]);
    await world.ci.restoreCi(world.ctx, id);
    expect(await labelsOf(id)).toEqual(["Inactive"]);
    await setStatus(id, "active");
    expect(await labelsOf(id)).toEqual([]);
    expect(await disagreeing()).toBe(0);
  });

  it("follows software that is removed from a server and installed again", async () => {
    const host = agentHost(`labels-${newId().slice(-8)}`, 801);
    let day = 20;
    const scan = (version: string) =>
      world.scanOne({ ...host, installed_applications: [{ name: "redis", version }] }, { at: world.daysAgo(day--) });
    const instances = async () => {
      const cis = await world.cis("software_instance");
      return Promise.all(cis.map(async ({ id, status }) => [status, ...(await labelsOf(String(id)))]));
    };
    await scan("7.0");
    await scan("7.2");
    expect((await instances()).sort()).toEqual([["active"], ["inactive", "Inactive"]]);
    await scan("7.0");
    expect((await instances()).sort()).toEqual([["active"], ["inactive", "Inactive"]]);
    expect(await disagreeing()).toBe(0);
  });
});

describe("label of both ends of AI-found relationships", () => {
  it("is set with the relationship, or when discovered_by names a model, and is kept", async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    const found = await relate(a.id, b.id, { discoveredBy: "ai:model" });
    const plain = await relate(b.id, c.id);
    expect([await labelsOf(a.id), await labelsOf(b.id), await labelsOf(c.id)]).toEqual([
      ["AiLinked"],
      ["AiLinked"],
      [],
    ]);
    await world.relationships.update(world.ctx, { id: plain.id, patch: { discoveredBy: "ai" } });
    expect(await labelsOf(c.id)).toEqual(["AiLinked"]);
    await world.relationships.delete(world.ctx, { id: found.id });
    expect(await labelsOf(a.id)).toEqual(["AiLinked"]);
    expect(await disagreeing()).toBe(0);
  });

  it("is set by bulk changes, and by restoring a CI", async () => {
    const [a, b] = [await create(), await create()];
    const { id } = await relate(a.id, b.id, { discoveredBy: "ai" });
    await stripped();
    const { tenantId } = world.ctx;
    await world.outbox.write(tenantId, (tx, publish) =>
      patchRelationships(tx, world.ctx, [{ id, patchOf: () => ({ note: "seen" }) }], publish, world.clock),
    );
    expect([await labelsOf(a.id), await labelsOf(b.id)]).toEqual([["AiLinked"], ["AiLinked"]]);
    await stripped();
    await world.ci.deleteCi(world.ctx, { id: a.id });
    await world.ci.restoreCi(world.ctx, a.id);
    expect([await labelsOf(a.id), await labelsOf(b.id)]).toEqual([["AiLinked"], ["AiLinked"]]);
    const [back] = await world.graph.write((tx) => relationshipsGraph.get(tx, tenantId, [id]));
    expect(back?.discoveredBy).toBe("ai");
  });
});

describe("label of both ends of relationships with a redundancy group", () => {
  it("is set with the relationship or its group, in bulk and by restoring a CI, and is kept", async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    await relate(a.id, b.id, GROUP);
    const plain = await relate(b.id, c.id);
    expect([await labelsOf(a.id), await labelsOf(b.id), await labelsOf(c.id)]).toEqual([["Grouped"], ["Grouped"], []]);
    await world.relationships.update(world.ctx, { id: plain.id, patch: GROUP });
    expect(await labelsOf(c.id)).toEqual(["Grouped"]);
    await stripped();
    await world.outbox.write(world.ctx.tenantId, (tx, publish) =>
      patchRelationships(
        tx,
        world.ctx,
        [{ id: plain.id, patchOf: () => ({ redundancy_group: "other" }) }],
        publish,
        world.clock,
      ),
    );
    expect([await labelsOf(b.id), await labelsOf(c.id)]).toEqual([["Grouped"], ["Grouped"]]);
    await stripped();
    await world.ci.deleteCi(world.ctx, { id: b.id });
    await world.ci.restoreCi(world.ctx, b.id);
    expect([await labelsOf(a.id), await labelsOf(b.id), await labelsOf(c.id)]).toEqual(Array(3).fill(["Grouped"]));
    await world.relationships.update(world.ctx, { id: plain.id, patch: { attributes: { redundancy_group: null } } });
    expect(await labelsOf(c.id)).toEqual(["Grouped"]);
  });
});

describe("data written without the labels", () => {
  it("has them after a restore from backup", async () => {
    const { tenantId } = world.ctx;
    const [a, b, gone] = [await create({ status: "inactive" }), await create(), await create({ status: "inactive" })];
    await relate(a.id, b.id, { discoveredBy: "ai", ...GROUP });
    await world.ci.deleteCi(world.ctx, { id: gone.id });
    await stripped();
    const ids = [a.id, b.id, gone.id].sort();
    const living = await backupGraphReads.nodesOfIds(world.graph, "CI", tenantId, ids);
    const deleted = await backupGraphReads.nodesOfIds(world.graph, "DeletedCI", tenantId, ids);
    const relationships = await backupGraphReads.relationships(world.graph, tenantId, ids);
    await world.graph.raw("MATCH (c:CI|DeletedCI) WHERE c.tenant = $tenantId AND c.id IN $ids DETACH DELETE c", {
      tenantId,
      ids,
    });
    expect(await backupGraphWrites.nodes(world.graph, "CI", tenantId, living)).toBe(2);
    expect(await backupGraphWrites.nodes(world.graph, "DeletedCI", tenantId, deleted)).toBe(1);
    expect(await backupGraphWrites.relationships(world.graph, tenantId, relationships)).toBe(1);
    expect(await labelsOf(a.id)).toEqual(["AiLinked", "Grouped", "Inactive"]);
    expect(await labelsOf(b.id)).toEqual(["AiLinked", "Grouped"]);
    expect(await labelsOf(gone.id)).toEqual(["Inactive"]);
  });

  it("has them after the migration", { timeout: 120_000 }, async () => {
    await stripped();
    expect(await disagreeing()).toBeGreaterThan(0);
    const names = graphMigrations().map(({ name }) => name);
    await backupGraphWrites.unrecordMigrations(
      world.graph,
      names.filter((name) => /^00(04|10)_/.test(name)),
    );
    await migrateGraph(world.graph, createLogger("silent"));
    expect(await disagreeing()).toBe(0);
  });
});
