import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "../../../src/errors.ts";
import type { Relationship } from "../../../src/features/relationships/relationship.model.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type Cmdb, createCmdb } from "../../support/cmdb.ts";
import { contextOf } from "../../support/context.ts";

let cmdb: Cmdb;
/** A second process: shares the stores, and neither batches nor memory. */
let other: Cmdb;
beforeAll(async () => {
  cmdb = await createCmdb();
  other = await createCmdb();
});
afterAll(() => Promise.all([cmdb.close(), other.close()]));

const statusOf = (result: PromiseSettledResult<unknown>) =>
  result.status === "fulfilled" ? 201 : result.reason instanceof AppError ? result.reason.status : result.reason;

test("64 equal creates from two processes: one creates, 63 get its id", async () => {
  const [sourceCi, targetCi] = [await cmdb.newCi(), await cmdb.newCi()];
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, i) =>
      (i % 2 ? cmdb : other).relationships.create(cmdb.ctx, { fields: { type: "depends_on", sourceCi, targetCi } }),
    ),
  );
  const made = results.filter((result) => result.status === "fulfilled");
  expect(made).toHaveLength(1);
  const { id } = (made[0] as PromiseFulfilledResult<Relationship>).value;
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.every(({ reason }) => reason instanceof AppError && reason.details.existing_id === id)).toBe(true);
});

test("creates in both directions and updates on the same ends all finish", async () => {
  const cis = await Promise.all(Array.from({ length: 6 }, () => cmdb.newCi()));
  const pairs = cis.flatMap((a) => cis.filter((b) => b !== a).map((b) => [a, b] as const));
  const results = await Promise.allSettled(
    pairs.map(([sourceCi, targetCi], i) =>
      (i % 2 ? cmdb : other).relationships.create(cmdb.ctx, { fields: { type: "uses", sourceCi, targetCi } }),
    ),
  );
  expect(results.map(statusOf)).toEqual(pairs.map(() => 201));
});

test("create racing with deletion of an end never leaves a relationship on a deleted CI", async () => {
  for (let round = 0; round < 12; round++) {
    const [sourceCi, targetCi] = [await cmdb.newCi(), await cmdb.newCi()];
    const work: Promise<unknown>[] = Array.from({ length: 6 }, (_, i) =>
      (i % 2 ? cmdb : other).relationships.create(cmdb.ctx, {
        fields: { type: "Connected To", sourceCi, targetCi, attributes: { port: i } },
      }),
    );
    work.splice(round % 7, 0, other.ci.deleteCi(cmdb.ctx, { id: targetCi }));
    const results = await Promise.allSettled(work);
    expect(results.map(statusOf).every((status) => status === 201 || status === 404)).toBe(true);
    const left = await cmdb.graph.raw(
      "MATCH (:CI {tenant: $t, id: $id})-[r]->(other) WHERE NOT other:Identifier RETURN r.id AS id",
      { t: cmdb.ctx.tenantId, id: sourceCi },
    );
    expect(left).toEqual([]);
    const made = results.filter((result) => statusOf(result) === 201).length - 1;
    await cmdb.ci.restoreCi(cmdb.ctx, targetCi);
    const page = { sourceCi, includeAi: false, order: "desc", limit: 100, page: 1 } as const;
    expect((await cmdb.relationships.list(cmdb.ctx, page)).total).toBe(made);
  }
});

test("update racing with delete of the relationship has one outcome each", async () => {
  for (let round = 0; round < 8; round++) {
    const [sourceCi, targetCi] = [await cmdb.newCi(), await cmdb.newCi()];
    const made = await cmdb.relationships.create(cmdb.ctx, { fields: { type: "uses", sourceCi, targetCi } });
    const results = await Promise.allSettled([
      cmdb.relationships.delete(cmdb.ctx, { id: made.id }),
      other.relationships.update(cmdb.ctx, { id: made.id, patch: { attributes: { a: round } } }),
      other.relationships.delete(cmdb.ctx, { id: made.id }),
    ]);
    expect(results.map(statusOf).every((status) => status === 201 || status === 404)).toBe(true);
    expect([results[0]!, results[2]!].map(statusOf).sort()).toEqual([201, 404]);
    await expect(cmdb.relationships.get(cmdb.ctx, made.id)).rejects.toMatchObject({ status: 404 });
    const kinds = [...cmdb.changes(), ...other.changes(cmdb.ctx.tenantId)]
      .filter(({ subject }) => subject.id === made.id)
      .map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "relationship.deleted")).toHaveLength(1);
  }
});

test("concurrent creates of several tenants do not see each other's ends", async () => {
  const stranger = contextOf(newId());
  const [mine, theirs] = [await cmdb.newCi(), await cmdb.newCi({}, stranger)];
  const peer = await cmdb.newCi();
  const results = await Promise.allSettled([
    cmdb.relationships.create(cmdb.ctx, { fields: { type: "uses", sourceCi: mine, targetCi: theirs } }),
    cmdb.relationships.create(stranger, { fields: { type: "uses", sourceCi: mine, targetCi: theirs } }),
    cmdb.relationships.create(cmdb.ctx, { fields: { type: "uses", sourceCi: mine, targetCi: peer } }),
  ]);
  expect(results.map(statusOf)).toEqual([404, 404, 201]);
});
