import { afterAll, beforeAll, expect, test } from "vitest";
import { testClock } from "../../support/clock.ts";
import { createImpactCmdb } from "./support.ts";

const clock = testClock();
const health = new Map<string, string>();
let cmdb: Awaited<ReturnType<typeof createImpactCmdb>>;
beforeAll(async () => {
  cmdb = await createImpactCmdb(async () => health, { clock });
});
afterAll(() => cmdb.close());

const impact = (id: string) => cmdb.impact.verbs.impactOf(cmdb.ctx, id);
const link = (sourceCi: string, targetCi: string, type = "depends_on", attributes = {}) =>
  cmdb.relationships.create(cmdb.ctx, { fields: { type, sourceCi, targetCi, attributes } });

/** Asks until the answer is kept: later answers list the very same CIs. */
async function kept(id: string) {
  await impact(id);
  clock.advance(5_000);
  const { affected } = await impact(id);
  expect((await impact(id)).affected).toBe(affected);
}

test("an answer is kept while nothing changes, and each kind of change shows in the next one", async () => {
  const [db, app, shop, standby] = [
    await cmdb.newCi({ name: "kept db" }),
    await cmdb.newCi({ type: "application" }),
    await cmdb.newCi({ type: "business_service" }),
    await cmdb.newCi(),
  ];
  const { id } = await link(app, db);
  const custom = await link(standby, db, "powered_by");
  const ids = async () => (await impact(db)).affected.map(({ id }) => id);
  const changes: [what: string, change: () => Promise<unknown>, seen: () => Promise<unknown>, now: unknown][] = [
    ["a relationship is created", () => link(shop, app), ids, [app, shop]],
    [
      "a relationship is changed",
      () => cmdb.relationships.update(cmdb.ctx, { id, patch: { attributes: { criticality: "optional" } } }),
      async () => (await impact(db)).affected.map(({ required }) => required),
      [false, false],
    ],
    [
      "a CI is renamed",
      () => cmdb.ci.updateCi(cmdb.ctx, { id: app, patch: { name: "kept app, renamed" } }),
      async () => (await impact(db)).affected[0]?.name,
      "kept app, renamed",
    ],
    ["a CI becomes inactive", () => cmdb.ci.updateCi(cmdb.ctx, { id: app, patch: { status: "inactive" } }), ids, []],
    [
      "a CI becomes active",
      () => cmdb.ci.updateCi(cmdb.ctx, { id: app, patch: { status: "active" } }),
      ids,
      [app, shop],
    ],
    [
      "the failure direction of a type changes",
      () => cmdb.relationships.setType(cmdb.ctx, custom.type, "target_to_source"),
      ids,
      [app, standby, shop].sort((a, b) => order(a) - order(b)),
    ],
    ["a CI is deleted", () => cmdb.ci.deleteCi(cmdb.ctx, { id: shop }), ids, [app, standby].sort()],
    ["a CI is restored", () => cmdb.ci.restoreCi(cmdb.ctx, shop), async () => (await ids()).length, 3],
    ["a relationship is deleted", () => cmdb.relationships.delete(cmdb.ctx, { id }), ids, [standby]],
  ];
  function order(id: string): number {
    return id === shop ? 2 : [app, standby].sort().indexOf(id);
  }
  for (const [what, change, seen, now] of changes) {
    await kept(db);
    await change();
    expect(await seen(), what).toEqual(now);
  }
  await kept(db);
  await cmdb.ci.deleteCi(cmdb.ctx, { id: db });
  await expect(impact(db)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
});

test("a kept answer shows the health that services have now", async () => {
  const [db, shop] = [await cmdb.newCi(), await cmdb.newCi({ type: "business_service" })];
  await link(shop, db);
  health.set(shop, "healthy");
  await kept(db);
  health.set(shop, "critical");
  expect((await impact(db)).services).toMatchObject([{ id: shop, health: "critical" }]);
});
