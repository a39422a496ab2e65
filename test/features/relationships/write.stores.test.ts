import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { derivedId, newId } from "../../../src/platform/ids.ts";
import { type Cmdb, createCmdb } from "../../support/cmdb.ts";
import { contextOf } from "../../support/context.ts";

let cmdb: Cmdb;
beforeAll(async () => {
  cmdb = await createCmdb();
});
afterAll(() => cmdb.close());

/** What a caller's fields become, between two new CIs. */
async function pair() {
  const [sourceCi, targetCi] = [await cmdb.newCi(), await cmdb.newCi()];
  return { sourceCi, targetCi };
}

describe("createRelationship", () => {
  test("returns the relationship with both ends, and publishes the change", async () => {
    const ends = await pair();
    const attributes = { port: 5432, protocol: "tcp", criticality: "high", nested: { Key_One: [1, null, "x"] } };
    const made = await cmdb.relationships.create(cmdb.ctx, { fields: { type: "DEPENDS-on", ...ends, attributes } });
    expect(made).toMatchObject({
      type: "depends_on",
      graphType: "DEPENDS_ON",
      source: { id: ends.sourceCi, type: "server" },
      target: { id: ends.targetCi, type: "server" },
      attributes,
      version: 1,
      createdBy: "tester",
      discoveredBy: null,
    });
    expect(await cmdb.relationships.get(cmdb.ctx, made.id)).toEqual(made);
    const change = cmdb.changes().filter(({ subject }) => subject.id === made.id);
    expect(change).toMatchObject([
      {
        kind: "relationship.created",
        version: 1,
        before: null,
        after: { id: made.id, type: "depends_on", source: { id: ends.sourceCi }, attributes, confidence: 1 },
      },
    ]);
  });

  test("refuses one CI at both ends before it checks that the CI exists", async () => {
    const id = newId();
    const fields = { type: "uses", sourceCi: id, targetCi: id };
    await expect(cmdb.relationships.create(cmdb.ctx, { fields })).rejects.toMatchObject({
      status: 400,
      violations: [{ field: "target_ci" }],
    });
  });

  test("reports an end that does not exist, was deleted or is another tenant's", async () => {
    const { sourceCi, targetCi } = await pair();
    const foreign = await cmdb.newCi({}, contextOf(newId()));
    const gone = await cmdb.newCi();
    await cmdb.ci.deleteCi(cmdb.ctx, { id: gone });
    for (const unknown of [newId(), foreign, gone, "not-an-id"]) {
      await expect(
        cmdb.relationships.create(cmdb.ctx, { fields: { type: "uses", sourceCi, targetCi: unknown } }),
      ).rejects.toMatchObject({ status: 404, violations: [{ field: "target_ci" }] });
      await expect(
        cmdb.relationships.create(cmdb.ctx, { fields: { type: "uses", sourceCi: unknown, targetCi } }),
      ).rejects.toMatchObject({ status: 404, violations: [{ field: "source_ci" }] });
      await expect(
        cmdb.relationships.create(cmdb.ctx, { fields: { type: "uses", sourceCi: unknown, targetCi: newId() } }),
      ).rejects.toMatchObject({ status: 404, violations: [{ field: "source_ci" }, { field: "target_ci" }] });
    }
  });

  test("refuses a duplicate with 409 and the first id; another direction or type is no duplicate", async () => {
    const { sourceCi, targetCi } = await pair();
    const first = await cmdb.relationships.create(cmdb.ctx, { fields: { type: "depends_on", sourceCi, targetCi } });
    await expect(
      cmdb.relationships.create(cmdb.ctx, {
        fields: { type: "Depends On", sourceCi, targetCi, attributes: { port: 1 } },
      }),
    ).rejects.toMatchObject({ status: 409, details: { existing_id: first.id } });
    await cmdb.relationships.create(cmdb.ctx, {
      fields: { type: "depends_on", sourceCi: targetCi, targetCi: sourceCi },
    });
    await cmdb.relationships.create(cmdb.ctx, { fields: { type: "uses", sourceCi, targetCi } });
  });

  test("distinguishes connections by port, protocol and source process", async () => {
    const ends = await pair();
    const connect = (attributes: Record<string, unknown>) =>
      cmdb.relationships.create(cmdb.ctx, { fields: { type: "Connected To", ...ends, attributes } });
    const first = await connect({ port: 443, protocol: "tcp", source_process: "nginx" });
    await connect({ port: 444, protocol: "tcp", source_process: "nginx" });
    await connect({ port: 443, protocol: "udp", source_process: "nginx" });
    await connect({ port: 443, protocol: "tcp", source_process: "curl" });
    await connect({});
    const same = { port: "443", protocol: "TCP", source_process: "nginx", target_process: "envoy" };
    await expect(connect(same)).rejects.toMatchObject({ status: 409, details: { existing_id: first.id } });
    await expect(connect({ port: null, note: "no port" })).rejects.toMatchObject({ status: 409 });
  });

  test("distinguishes source processes longer than an index entry", async () => {
    const ends = await pair();
    const connect = (source_process: string) =>
      cmdb.relationships.create(cmdb.ctx, {
        fields: { type: "Connected To", ...ends, attributes: { source_process } },
      });
    const made = await connect("p".repeat(20_000));
    await connect(`${"p".repeat(20_000)}q`);
    expect((await cmdb.relationships.get(cmdb.ctx, made.id)).attributes).toEqual({
      source_process: "p".repeat(20_000),
    });
  });

  test("requires cmdb.write", async () => {
    const ends = await pair();
    const reader = contextOf(cmdb.ctx.tenantId, "cmdb.read", "cmdb.delete");
    await expect(cmdb.relationships.create(reader, { fields: { type: "uses", ...ends } })).rejects.toMatchObject({
      status: 403,
      details: { required_scope: "cmdb.write" },
    });
  });

  test("repeated with the same derived id returns the first relationship and publishes nothing twice", async () => {
    const ends = await pair();
    const input = { fields: { type: "uses", ...ends }, id: derivedId("key", newId()) };
    const first = await cmdb.relationships.create(cmdb.ctx, input);
    expect(await cmdb.relationships.create(cmdb.ctx, input)).toEqual(first);
    expect(first.id).toBe(input.id);
    expect(cmdb.changes().filter(({ subject }) => subject.id === first.id)).toHaveLength(1);
  });
});

describe("custom relationship types", () => {
  test("keep their first spelling, are equal in any spelling, and are listed once", async () => {
    const [a, b, c] = [await cmdb.newCi(), await cmdb.newCi(), await cmdb.newCi()];
    const first = await cmdb.relationships.create(cmdb.ctx, {
      fields: { type: "Feeds Data-into", sourceCi: a, targetCi: b },
    });
    expect(first).toMatchObject({ type: "Feeds Data-into", graphType: "RELATED", kind: "FEEDS_DATA_INTO" });
    const second = await cmdb.relationships.create(cmdb.ctx, {
      fields: { type: "feeds_data_into", sourceCi: a, targetCi: c },
    });
    expect(second.type).toBe("Feeds Data-into");
    await expect(
      cmdb.relationships.create(cmdb.ctx, { fields: { type: "FEEDS DATA INTO", sourceCi: a, targetCi: b } }),
    ).rejects.toMatchObject({ status: 409, details: { existing_id: first.id } });
    await cmdb.relationships.create(cmdb.ctx, { fields: { type: "feeds", sourceCi: a, targetCi: b } });
    const own = (await cmdb.relationships.listTypes(cmdb.ctx)).filter(({ builtIn }) => !builtIn);
    expect(own.filter(({ name }) => /feeds data/i.test(name))).toEqual([
      { name: "Feeds Data-into", failure: "none", builtIn: false },
    ]);
  });

  test("are not registered by a create that fails", async () => {
    const sourceCi = await cmdb.newCi();
    const fields = { type: "never made", sourceCi, targetCi: newId() };
    await expect(cmdb.relationships.create(cmdb.ctx, { fields })).rejects.toMatchObject({ status: 404 });
    expect((await cmdb.relationships.listTypes(cmdb.ctx)).map(({ name }) => name)).not.toContain("never made");
  });

  test("are registered once by concurrent creates", async () => {
    const ends = await pair();
    const spellings = Array.from({ length: 32 }, (_, i) => (i % 2 ? "Backs up" : "backs_up"));
    const results = await Promise.allSettled(
      spellings.map((type) => cmdb.relationships.create(cmdb.ctx, { fields: { type, ...ends } })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const own = (await cmdb.relationships.listTypes(cmdb.ctx)).filter(({ name }) => /backs.up/i.test(name));
    expect(own).toHaveLength(1);
  });

  test("have a failure direction; that of built-in types is fixed", async () => {
    expect(await cmdb.relationships.setType(cmdb.ctx, "Powers", "source_to_target")).toEqual({
      name: "Powers",
      failure: "source_to_target",
      builtIn: false,
    });
    expect(await cmdb.relationships.setType(cmdb.ctx, "POWERS", "both")).toMatchObject({
      name: "Powers",
      failure: "both",
    });
    await cmdb.relationships.setType(cmdb.ctx, "leans on", "target_to_source");
    const kinds = await cmdb.relationships.failureKinds(cmdb.ctx.tenantId);
    expect(kinds).toEqual({
      stamp: expect.any(Number),
      targetToSource: ["LEANS_ON", "POWERS"],
      sourceToTarget: ["POWERS"],
    });
    await expect(cmdb.relationships.setType(cmdb.ctx, "runs on", "none")).rejects.toMatchObject({ status: 409 });
    await expect(cmdb.relationships.setType(cmdb.ctx, "a/b", "none")).rejects.toMatchObject({ status: 400 });
    const reader = contextOf(cmdb.ctx.tenantId, "cmdb.read");
    await expect(cmdb.relationships.setType(reader, "Powers", "none")).rejects.toMatchObject({ status: 403 });
  });

  test("belong to their tenant", async () => {
    const other = contextOf(newId());
    expect((await cmdb.relationships.listTypes(other)).every(({ builtIn }) => builtIn)).toBe(true);
  });

  test("protect a CI from deletion once a failure propagates on them", async () => {
    const [db, app, rack] = [await cmdb.newCi(), await cmdb.newCi(), await cmdb.newCi()];
    await cmdb.relationships.create(cmdb.ctx, { fields: { type: "reads from", sourceCi: app, targetCi: db } });
    await cmdb.relationships.create(cmdb.ctx, { fields: { type: "cools", sourceCi: rack, targetCi: app } });
    await cmdb.relationships.setType(cmdb.ctx, "reads from", "target_to_source");
    await cmdb.relationships.setType(cmdb.ctx, "cools", "source_to_target");
    for (const id of [db, rack]) {
      await expect(cmdb.ci.deleteCi(cmdb.ctx, { id, protect: true })).rejects.toMatchObject({
        status: 409,
        details: { dependents: [{ id: app }] },
      });
    }
    await cmdb.relationships.setType(cmdb.ctx, "reads from", "none");
    expect(await cmdb.ci.deleteCi(cmdb.ctx, { id: db, protect: true })).toEqual({ relationships: 1 });
    expect(await cmdb.ci.deleteCi(cmdb.ctx, { id: app, protect: true })).toEqual({ relationships: 1 });
  });
});

describe("updateRelationship", () => {
  test("merges attributes key by key, removes null, and publishes before and after", async () => {
    const ends = await pair();
    const made = await cmdb.relationships.create(cmdb.ctx, {
      fields: { type: "uses", ...ends, attributes: { keep: 1, drop: 2, deep: { a: 1, b: 2 } } },
    });
    const patch = { attributes: { drop: null, deep: { b: null, c: 3 }, criticality: "low" }, confidence: 0.5 };
    const { relationship, changed } = await cmdb.relationships.update(cmdb.ctx, { id: made.id, patch });
    expect(changed).toBe(true);
    expect(relationship).toMatchObject({ version: 2, confidence: 0.5 });
    expect(relationship.attributes).toEqual({ keep: 1, deep: { a: 1, c: 3 }, criticality: "low" });
    expect(await cmdb.relationships.get(cmdb.ctx, made.id)).toEqual(relationship);
    const last = cmdb.changes().findLast(({ subject }) => subject.id === made.id);
    expect(last).toMatchObject({ kind: "relationship.updated", version: 2, before: { attributes: { drop: 2 } } });
  });

  test("without a difference keeps the version and publishes nothing", async () => {
    const ends = await pair();
    const made = await cmdb.relationships.create(cmdb.ctx, {
      fields: { type: "uses", ...ends, attributes: { a: [1] } },
    });
    const patch = { attributes: { a: [1], gone: null }, confidence: 1, discoveredBy: null };
    const told = cmdb.changes().length;
    expect(await cmdb.relationships.update(cmdb.ctx, { id: made.id, patch })).toEqual({
      relationship: made,
      changed: false,
    });
    expect(cmdb.changes()).toHaveLength(told);
  });

  test("refuses a change that makes a duplicate with 409, and accepts its own key", async () => {
    const ends = await pair();
    const connect = (port: number) =>
      cmdb.relationships.create(cmdb.ctx, { fields: { type: "Connected To", ...ends, attributes: { port } } });
    const [first, second] = [await connect(80), await connect(81)];
    await expect(
      cmdb.relationships.update(cmdb.ctx, { id: second.id, patch: { attributes: { port: 80 } } }),
    ).rejects.toMatchObject({ status: 409, details: { existing_id: first.id } });
    await cmdb.relationships.update(cmdb.ctx, { id: second.id, patch: { attributes: { port: 82 } } });
    await cmdb.relationships.update(cmdb.ctx, { id: first.id, patch: { attributes: { port: 81 } } });
    await expect(connect(82)).rejects.toMatchObject({ status: 409, details: { existing_id: second.id } });
    await connect(80);
  });

  test("refuses a stale If-Match with 412, and accepts a current one", async () => {
    const made = await cmdb.relationships.create(cmdb.ctx, { fields: { type: "uses", ...(await pair()) } });
    const patch = { attributes: { a: 1 } };
    await expect(cmdb.relationships.update(cmdb.ctx, { id: made.id, patch, ifMatch: '"7"' })).rejects.toMatchObject({
      status: 412,
    });
    await cmdb.relationships.update(cmdb.ctx, { id: made.id, patch, ifMatch: '"9", "1"' });
    await expect(cmdb.relationships.delete(cmdb.ctx, { id: made.id, ifMatch: '"1"' })).rejects.toMatchObject({
      status: 412,
    });
    await cmdb.relationships.delete(cmdb.ctx, { id: made.id, ifMatch: "*" });
  });

  test("loses no write of 64 writers of 64 keys", async () => {
    const made = await cmdb.relationships.create(cmdb.ctx, { fields: { type: "uses", ...(await pair()) } });
    const keys = Array.from({ length: 64 }, (_, i) => `key${i}`);
    await Promise.all(
      keys.map((key) => cmdb.relationships.update(cmdb.ctx, { id: made.id, patch: { attributes: { [key]: key } } })),
    );
    const after = await cmdb.relationships.get(cmdb.ctx, made.id);
    expect(Object.keys(after.attributes).sort()).toEqual([...keys].sort());
    expect(after.version).toBe(65);
  });

  test("answers 404 for another tenant's relationship", async () => {
    const made = await cmdb.relationships.create(cmdb.ctx, { fields: { type: "uses", ...(await pair()) } });
    const other = contextOf(newId());
    await expect(cmdb.relationships.get(other, made.id)).rejects.toMatchObject({ status: 404 });
    await expect(cmdb.relationships.update(other, { id: made.id, patch: {} })).rejects.toMatchObject({ status: 404 });
    await expect(cmdb.relationships.delete(other, { id: made.id })).rejects.toMatchObject({ status: 404 });
    expect(await cmdb.relationships.get(cmdb.ctx, made.id)).toEqual(made);
  });
});

describe("deleteRelationship", () => {
  test("removes it, publishes the change and frees the key; a second call throws 404", async () => {
    const fields = { type: "uses", ...(await pair()) };
    const made = await cmdb.relationships.create(cmdb.ctx, { fields });
    await expect(
      cmdb.relationships.delete(contextOf(cmdb.ctx.tenantId, "cmdb.write"), { id: made.id }),
    ).rejects.toMatchObject({ status: 403, details: { required_scope: "cmdb.delete" } });
    await cmdb.relationships.delete(cmdb.ctx, { id: made.id });
    await expect(cmdb.relationships.get(cmdb.ctx, made.id)).rejects.toMatchObject({ status: 404 });
    await expect(cmdb.relationships.delete(cmdb.ctx, { id: made.id })).rejects.toMatchObject({ status: 404 });
    const last = cmdb.changes().findLast(({ subject }) => subject.id === made.id);
    expect(last).toMatchObject({ kind: "relationship.deleted", version: 2, before: { id: made.id }, after: null });
    await cmdb.relationships.create(cmdb.ctx, { fields });
  });

  test("deleteCi removes a relationship with its CI, and restoreCi restores it unchanged", async () => {
    const { sourceCi, targetCi } = await pair();
    const fields = { type: "Connected To", sourceCi, targetCi, attributes: { port: 22 } };
    const made = await cmdb.relationships.create(cmdb.ctx, { fields });
    await cmdb.ci.deleteCi(cmdb.ctx, { id: targetCi });
    await expect(cmdb.relationships.get(cmdb.ctx, made.id)).rejects.toMatchObject({ status: 404 });
    await cmdb.ci.restoreCi(cmdb.ctx, targetCi);
    expect(await cmdb.relationships.get(cmdb.ctx, made.id)).toEqual(made);
    await expect(cmdb.relationships.create(cmdb.ctx, { fields })).rejects.toMatchObject({ status: 409 });
  });
});
