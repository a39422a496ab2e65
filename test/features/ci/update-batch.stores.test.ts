import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CiPatch, entityTag } from "../../../src/features/ci/ci.model.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createWorld, type World } from "./support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ relayed: false });
});
afterAll(() => world.close());

const unique = () => `ci ${newId()}`;
const create = (fields: object = {}) =>
  world.verbs.createCi(world.ctx, { fields: { name: unique(), type: "server", ...fields } });

/** Asks for all changes at the same moment, so that they share a transaction; a version, or the code of the error. */
async function together(changes: [id: string, patch: CiPatch, ifMatch?: string][]): Promise<(number | string)[]> {
  const settled = await Promise.allSettled(
    changes.map(([id, patch, ifMatch]) => world.verbs.updateCi(world.ctx, { id, patch, ifMatch })),
  );
  return settled.map((each) =>
    each.status === "fulfilled" ? each.value.version : String((each.reason as { code?: string }).code),
  );
}

describe("changes of several CIs in one transaction", () => {
  it("a refused one has no effect, and fails none of its neighbours", async () => {
    const [a, b, c] = await Promise.all([create(), create(), create()]);
    const results = await together([
      [a.id, { description: "one" }],
      [newId(), { description: "nothing" }],
      [b.id, { description: "stale" }, entityTag({ ...b, version: 7 })],
      [b.id, { name: a.name }],
      [c.id, { attributes: { text: "x".repeat(1_100_000) } }],
      [c.id, { name: c.name }],
      [b.id, { description: "two" }, entityTag(b)],
    ]);
    expect(results).toEqual([2, "RESOURCE_NOT_FOUND", "PRECONDITION_FAILED", "CONFLICT", "PAYLOAD_TOO_LARGE", 1, 2]);
    expect(await world.verbs.getCi(world.ctx, b.id)).toMatchObject({ name: b.name, description: "two", version: 2 });
    const changes = world.changes().filter(({ subject }) => [a.id, b.id, c.id].includes(subject.id));
    expect(changes.filter(({ kind }) => kind === "ci.updated")).toHaveLength(2);
  });

  it("answers show relationships with the names that earlier changes gave to their other ends", async () => {
    const [a, b] = await Promise.all([create(), create()]);
    await world.graph.raw(
      `MATCH (a:CI {tenant: $tenant, id: $a}), (b:CI {tenant: $tenant, id: $b})
       CREATE (a)-[:DEPENDS_ON {tenant: $tenant, id: $id, createdAt: $at}]->(b)`,
      { tenant: world.ctx.tenantId, a: a.id, b: b.id, id: newId(), at: new Date().toISOString() },
    );
    const name = unique();
    const [, changed] = await Promise.all([
      world.verbs.updateCi(world.ctx, { id: b.id, patch: { name } }),
      world.verbs.updateCi(world.ctx, { id: a.id, patch: { description: "after its other end" } }),
    ]);
    expect(changed.relationships).toMatchObject([{ ciId: b.id, ciName: name, outgoing: true }]);
    expect(await world.verbs.getCi(world.ctx, a.id)).toMatchObject({
      version: 2,
      relationships: changed.relationships,
    });
  });

  it("a hundred changes of ten CIs all keep their keys, each with a version of its own", async () => {
    const cis = await Promise.all(Array.from({ length: 10 }, () => create()));
    const results = await together(
      Array.from({ length: 100 }, (_, i) => [cis[i % 10]!.id, { customFields: { [`key${i}`]: i } }]),
    );
    expect(results.sort()).toEqual(Array.from({ length: 100 }, (_, i) => 2 + (i % 10)).sort());
    for (const [i, { id }] of cis.entries()) {
      const ci = await world.verbs.getCi(world.ctx, id);
      expect(ci.version).toBe(11);
      expect(ci.customFields).toEqual(
        Object.fromEntries(Array.from({ length: 10 }, (_, k) => [`key${10 * k + i}`, 10 * k + i])),
      );
    }
  });

  it("names and serial numbers are taken and given up in the order of the changes", async () => {
    const [a, b, c] = await Promise.all([
      create({ attributes: { serial_number: `s${newId()}` } }),
      create(),
      create({ type: "database" }),
    ]);
    const [first, second, serial] = [unique(), unique(), `s${newId()}`];
    const results = await together([
      [a.id, { name: first }],
      [b.id, { name: a.name }],
      [c.id, { name: first }],
      [c.id, { name: second }],
      [c.id, { type: "server" }],
      [a.id, { name: second }],
      [a.id, { attributes: { serial_number: serial } }],
      [b.id, { attributes: { serial_number: serial } }],
    ]);
    expect(results).toEqual([2, 2, 2, 3, 4, "CONFLICT", 3, "CONFLICT"]);
    const names = await Promise.all([a, b, c].map(({ id }) => world.verbs.getCi(world.ctx, id)));
    expect(names.map(({ name, type }) => [name, type])).toEqual([
      [first, "server"],
      [a.name, "server"],
      [second, "server"],
    ]);
  });

  it("changes that follow a refused one of the same CI are checked by what the CI holds then, in their order", async () => {
    const name = unique();
    const [taken, ci] = await Promise.all([create(), create({ type: "database" })]);
    const results = await together([
      [ci.id, { name: taken.name }],
      [ci.id, { type: "server" }],
      [ci.id, { name }],
      [ci.id, { type: "server" }],
    ]);
    // Of equal name, it may be a database and not a server; so the next rename is that of a database.
    expect(results).toEqual([2, "CONFLICT", 3, 4]);
    expect(await world.verbs.getCi(world.ctx, ci.id)).toMatchObject({ name, type: "server", version: 4 });
  });
});
