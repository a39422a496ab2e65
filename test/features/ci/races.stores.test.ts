import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ciReads, ciWrites } from "../../../src/features/ci/ci.store.ts";
import { lockAndFindHolders } from "../../../src/features/ci/insert-cis.ts";
import { nameIdentifier } from "../../../src/model/identifiers.ts";
import type { GraphTx } from "../../../src/platform/graph/graph.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createWorld, faultOf, type World } from "./support.ts";

let world: World;
let tenantId: string;
beforeAll(async () => {
  world = await createWorld({ relayed: false });
  tenantId = world.ctx.tenantId;
});
afterAll(() => world.close());

const create = (fields: object = {}) =>
  world.verbs.createCi(world.ctx, { fields: { name: `ci ${newId()}`, type: "server", ...fields } });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Work in a transaction that stays open, its locks held, until the second work has run into them. Answers what became
 * of the second.
 */
async function held<T>(first: (tx: GraphTx) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
  let later: Promise<T> | undefined;
  await world.graph.write(async (tx) => {
    await first(tx);
    later ??= second();
    later.catch(() => undefined);
    await pause(300);
  });
  return later!;
}

const at = new Date().toISOString();

describe("a writer that waited for a lock sees the other transaction", () => {
  it("updateCi sees that the CI was deleted", async () => {
    const { id } = await create();
    const change = held(
      (tx) => ciWrites.delete(tx, tenantId, id, at, "tester"),
      () => world.verbs.updateCi(world.ctx, { id, patch: { description: "late" } }),
    );
    expect(await faultOf(change)).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect(world.changes().filter((change) => change.subject.id === id && change.kind === "ci.updated")).toEqual([]);
  });

  it("a second deleteCi sees that the CI was deleted", async () => {
    const { id } = await create();
    const deletion = held(
      (tx) => ciWrites.delete(tx, tenantId, id, at, "tester"),
      () => world.verbs.deleteCi(world.ctx, { id }),
    );
    expect(await faultOf(deletion)).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("purgeCis sees that the CI was restored", async () => {
    const { id } = await create();
    await world.verbs.deleteCi(world.ctx, { id });
    const purged = await held(
      (tx) => ciWrites.restore(tx, tenantId, id, at, "tester"),
      () => world.graph.write((tx) => ciWrites.purge(tx, tenantId, [id])),
    );
    expect(purged).toEqual([]);
    expect(await world.verbs.getCi(world.ctx, id)).toMatchObject({ id });
  });

  it("restoreCi sees that the CI was purged", async () => {
    const { id } = await create();
    await world.verbs.deleteCi(world.ctx, { id });
    const restoration = held(
      (tx) => ciWrites.purge(tx, tenantId, [id]),
      () => world.verbs.restoreCi(world.ctx, id),
    );
    expect(await faultOf(restoration)).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("restoreCi sees that the other end was deleted, and deleteCi that it was restored", async () => {
    const [a, b] = await Promise.all([create(), create()]);
    const { id } = await world.relate(a.id, b.id);
    await world.verbs.deleteCi(world.ctx, { id: a.id });
    const back = await held(
      (tx) => ciWrites.delete(tx, tenantId, b.id, at, "tester"),
      () => world.verbs.restoreCi(world.ctx, a.id),
    );
    expect(back.relationships).toEqual([]);
    expect((await world.verbs.restoreCi(world.ctx, b.id)).relationships).toMatchObject([{ id }]);
  });

  it("updateCi of a serial number sees that another CI has taken it", async () => {
    const serial = newId();
    const [a, b] = await Promise.all([create(), create()]);
    const attributes = { serial_number: serial };
    const answers = await Promise.allSettled(
      [a, b].map(({ id }) => world.verbs.updateCi(world.ctx, { id, patch: { attributes } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("removal of orphaned identifiers", () => {
  it("keeps an identifier that a CI takes just before its removal", async () => {
    const name = `ci ${newId()}`;
    const identifier = nameIdentifier("server", name)!;
    await world.graph.write((tx) => lockAndFindHolders(tx, tenantId, [identifier], ["server"]));
    const { orphans } = await ciReads.orphans(world.graph, tenantId, "name", `server|${name.slice(0, -1)}`, 1);
    expect(orphans).toEqual([identifier.value]);
    const id = newId();
    const removed = await held(
      async (tx) => {
        await lockAndFindHolders(tx, tenantId, [identifier], ["server"]);
        const properties = { id, type: "server", name, nameKey: name, createdAt: at, updatedAt: at };
        await ciWrites.create(tx, tenantId, [{ properties, labels: [], identifiers: [identifier] }]);
      },
      () => world.graph.write((tx) => ciWrites.removeOrphans(tx, tenantId, "name", orphans)),
    );
    expect(removed).toBe(0);
    expect(await faultOf(create({ name }))).toMatchObject({ details: { existing_id: id } });
  });

  it("lets a waiting writer create the identifier again", async () => {
    const name = `ci ${newId()}`;
    const identifier = nameIdentifier("server", name)!;
    await world.graph.write((tx) => lockAndFindHolders(tx, tenantId, [identifier], ["server"]));
    const made = await held(
      (tx) => ciWrites.removeOrphans(tx, tenantId, "name", [identifier.value]),
      () => create({ name }),
    );
    expect(await faultOf(create({ name }))).toMatchObject({ details: { existing_id: made.id } });
  });
});
