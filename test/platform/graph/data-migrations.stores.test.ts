import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backupGraphWrites } from "../../../src/features/backup/backup.graph.store.ts";
import { isDiscoveredByAi } from "../../../src/model/relationships.ts";
import { graphMigrations, migrateGraph } from "../../../src/platform/graph/migrate.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { createWorld, type World } from "../../features/discovery/support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Applies a migration once more. */
async function migrateAgain(number: string): Promise<void> {
  const names = graphMigrations().flatMap(({ name }) => (name.startsWith(`${number}_`) ? [name] : []));
  expect(names).toHaveLength(1);
  await backupGraphWrites.unrecordMigrations(world.graph, names);
  await migrateGraph(world.graph, createLogger("silent"));
}

const raw = (statement: string, params: object = {}) =>
  world.graph.raw(statement, { tenant: world.ctx.tenantId, ...params });

describe("hardware UUIDs of earlier releases", () => {
  /** An identifier that represents two byte orders only, as earlier releases wrote it. */
  async function writtenBefore(ciId: string, value: string) {
    await raw(
      `MATCH (c:CI {tenant: $tenant, id: $ciId})-[held:IDENTIFIED_BY]->(i:Identifier {kind: 'uuid'}) DELETE held
       WITH DISTINCT c
       MERGE (j:Identifier {tenant: $tenant, kind: 'uuid', value: $value}) MERGE (c)-[:IDENTIFIED_BY]->(j)`,
      { ciId, value },
    );
  }
  const uuidsOf = async (ciId: string) =>
    (
      await raw(
        "MATCH (:CI {tenant: $tenant, id: $ciId})-[:IDENTIFIED_BY]->(i:Identifier {kind: 'uuid'}) RETURN i.value AS v",
        {
          ciId,
        },
      )
    ).map(({ v }) => v);

  it("are compared in every byte order afterwards, and those of two CIs may become one", {
    timeout: 120_000,
  }, async () => {
    const tail = newId().slice(-12);
    const make = async (uuid: string) =>
      (await world.ci.createCi(world.ctx, { fields: { name: newId(), type: "server", customFields: { uuid } } })).id;
    const plain = await make(`4c4c4544-0034-3010-8048-${tail}`);
    const [inUse] = await uuidsOf(plain);
    expect(inUse).toBe(`44454c4c-0034-1030-8048-${tail}`);
    const half = await make(`44454c4c-0034-3010-8048-${tail}`);
    const third = await make(`11223344-5566-7788-9900-${tail}`);
    await writtenBefore(plain, `44454c4c-3400-1030-8048-${tail}`);
    await writtenBefore(half, `44454c4c-0034-3010-8048-${tail}`);
    await migrateAgain("0006");
    for (const id of [plain, half]) expect(await uuidsOf(id)).toEqual([inUse]);
    expect(await uuidsOf(third)).toEqual([`11223344-5566-7788-9900-${tail}`]);
    const left = await raw(
      "MATCH (i:Identifier {tenant: $tenant, kind: 'uuid'}) WHERE i.value ENDS WITH $tail RETURN count(i) AS n",
      { tail: `8048-${tail}` },
    );
    expect(left).toEqual([{ n: 1 }]);
    await migrateAgain("0006");
    expect(await uuidsOf(half)).toEqual([inUse]);
  });

  it("find the host whose scanner turns the first field, or all of them", async () => {
    const tail = newId().slice(-12);
    const report = (hostname: string, start: string) =>
      world.scanOne({ hostname, mac_address: "00:1b:21:77:66:55", hardware: { uuid: `${start}-8048-${tail}` } });
    const first = await report("one", "4c4c4544-0034-3010");
    expect(await report("two", "44454c4c-0034-3010")).toBe(first);
    expect(await report("three", "44454c4c-3400-1030")).toBe(first);
    expect(await report("four", "4c4c4544-0134-3010")).not.toBe(first);
  });
});

describe("relationships that a model found under another spelling", () => {
  it("are marked, those of deleted CIs too, and no others", { timeout: 120_000 }, async () => {
    const create = async () => (await world.ci.createCi(world.ctx, { fields: { name: newId(), type: "server" } })).id;
    const NAMES = [
      "AI Agent",
      "AI",
      "ai-enhanced",
      "ai_x",
      "aiModel",
      "Ai\nline",
      "aix scanner",
      "Airwatch",
      "ai2",
      "AIX",
    ];
    const made = await Promise.all(
      NAMES.map(async (name) => {
        const [sourceCi, targetCi] = [await create(), await create()];
        const fields = { type: "uses", sourceCi, targetCi, discoveredBy: name };
        return { name, sourceCi, id: (await world.relationships.create(world.ctx, { fields })).id };
      }),
    );
    await world.ci.deleteCi(world.ctx, { id: made[0]!.sourceCi });
    await raw("MATCH (:CI {tenant: $tenant})-[r:USES]->(:CI) REMOVE r.aiFound");
    await raw("MATCH (d:DeletedRelationship {tenant: $tenant}) REMOVE d.aiFound");
    await raw("MATCH (c:CI {tenant: $tenant}) REMOVE c:AiLinked");
    await migrateAgain("0007");
    const marked = await raw(
      `MATCH (a:CI {tenant: $tenant})-[r:USES]->(b:CI) WHERE r.aiFound AND a:AiLinked AND b:AiLinked RETURN r.id AS id
       UNION MATCH (r:DeletedRelationship {tenant: $tenant}) WHERE r.aiFound RETURN r.id AS id`,
    );
    const expected = made.filter(({ name }) => isDiscoveredByAi(name)).map(({ id }) => id);
    expect(expected).toHaveLength(6);
    expect(marked.map(({ id }) => id).sort()).toEqual(expected.sort());
  });
});
