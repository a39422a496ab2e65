import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { AppError } from "../../../src/errors.ts";
import type { CiPatch } from "../../../src/features/ci/ci.model.ts";
import { entityTag } from "../../../src/features/ci/ci.model.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf, uncounted } from "../../support/context.ts";
import { createWorld, faultOf, list, type World } from "./support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ relayed: false });
});
afterAll(() => world.close());

const unique = () => `ci ${newId()}`;
const create = (fields: object = {}) =>
  world.verbs.createCi(world.ctx, { fields: { name: unique(), type: "server", ...fields } });
const update = (id: string, patch: CiPatch, ifMatch?: string) =>
  world.verbs.updateCi(world.ctx, { id, patch, ifMatch });
const get = (id: string) => world.verbs.getCi(world.ctx, id);
const changesOf = (id: string) => world.changes().filter((change) => change.subject.id === id);

describe("updateCi", () => {
  it("merges objects key by key, replaces arrays and scalars, and removes what is null (RFC 7396)", async () => {
    const attributes = { os: "linux", net: { ip: "192.0.2.1", dns: ["a", "b"], vlan: { id: 1 } }, gone: 1 };
    const { id } = await create({ attributes, customFields: { department: "IT" } });
    const patch = { net: { dns: ["c"], vlan: { id: null, name: "dmz" }, ip: null }, gone: null, os: { name: "linux" } };
    const ci = await update(id, { attributes: patch, customFields: { cost_center: 7 } });
    expect(ci.attributes).toEqual({ os: { name: "linux" }, net: { dns: ["c"], vlan: { name: "dmz" } } });
    expect(ci.customFields).toEqual({ department: "IT", cost_center: 7 });
    expect(ci).toMatchObject({ version: 2, updatedBy: "tester", status: "active" });
    expect(ci).toMatchObject(await get(id));
  });

  it("keeps absent fields, and changes name, type, description and status", async () => {
    const made = await create({ description: "old", attributes: { a: 1 } });
    const name = unique();
    const ci = await update(made.id, { name, type: "workstation", description: null, status: "maintenance" });
    expect(ci).toMatchObject({ name, type: "workstation", description: null, status: "maintenance" });
    expect(ci.attributes).toEqual({ a: 1 });
    expect(ci.createdAt).toBe(made.createdAt);
    expect((await list(world.verbs, world.ctx, { search: name, types: ["workstation"] })).total).toBe(1);
    expect((await list(world.verbs, world.ctx, { search: made.name })).total).toBe(0);
    expect(changesOf(made.id).at(-1)).toMatchObject({
      kind: "ci.updated",
      version: 2,
      before: { name: made.name, type: "server", description: "old", status: "active" },
      after: { name, type: "workstation", description: null, status: "maintenance" },
    });
  });

  it("without a difference keeps the version, publishes nothing and writes nothing", async () => {
    const made = await create({ attributes: { a: { b: [1, 2] }, c: "x" }, customFields: { d: null } });
    const patch = { name: made.name, status: "active", attributes: { c: "x", a: { b: [1, 2] }, never: null } } as const;
    expect(await update(made.id, patch)).toMatchObject({ version: 1, updatedAt: made.updatedAt });
    expect(await update(made.id, {})).toMatchObject({ version: 1 });
    expect(changesOf(made.id)).toHaveLength(1);
  });

  it("removes custom_fields with null", async () => {
    const { id } = await create({ customFields: { a: 1, b: 2 } });
    expect((await update(id, { customFields: null })).customFields).toEqual({});
    expect(
      (await list(world.verbs, world.ctx, { fields: [{ object: "custom_fields", key: "a", value: "1" }] })).total,
    ).toBe(0);
  });

  it("returns the CI with its relationships", async () => {
    const [app, db] = await Promise.all([create(), create()]);
    await world.relate(app.id, db.id);
    const { relationships } = await update(app.id, { description: "x" });
    expect(relationships).toMatchObject([{ outgoing: true, ciId: db.id, ciName: db.name, graphType: "DEPENDS_ON" }]);
  });

  it("refuses an unknown or deleted CI", async () => {
    const { id } = await create();
    await world.verbs.deleteCi(world.ctx, { id });
    for (const unknown of [id, newId(), "no id at all"]) {
      expect(await faultOf(update(unknown, { description: "x" }))).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    }
  });

  it("requires the scope", async () => {
    const { id } = await create();
    const reader = contextOf(world.ctx.tenantId, "cmdb.read", "cmdb.delete");
    const fault = await faultOf(world.verbs.updateCi(reader, { id, patch: { description: "x" } }));
    expect(fault).toMatchObject({ code: "PERMISSION_DENIED", details: { required_scope: "cmdb.write" } });
  });

  it("refuses to grow a CI beyond the size of one request, and lets a larger one shrink", async () => {
    const { id } = await create({ attributes: { a: "a".repeat(700_000) } });
    expect(await faultOf(update(id, { customFields: { b: "b".repeat(400_000) } }))).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
    expect((await update(id, { attributes: { a: "short" } })).version).toBe(2);
    expect((await update(id, { customFields: { b: "b".repeat(400_000) } })).version).toBe(3);
  });

  it("stores the provenance of each value, within bounds", async () => {
    const { id } = await create();
    for (let round = 0; round < 4; round++) {
      const keys = Array.from({ length: 3_000 }, (_, i) => `key ${round} ${i} ${"x".repeat(30)}`);
      await update(id, { attributes: Object.fromEntries(keys.map((key) => [key, 1])) });
      await update(id, { attributes: Object.fromEntries(keys.map((key) => [key, null])) });
    }
    const rows = await world.graph.raw(
      "MATCH (c:CI {tenant: $t, id: $id}) RETURN coalesce(size(c.provenance), 0) AS size",
      {
        t: world.ctx.tenantId,
        id,
      },
    );
    expect(rows[0]?.size).toBeLessThan(600_000);
  });
});

describe("updateCi of name, type or serial number", () => {
  it("refuses the value of another CI and changes nothing", async () => {
    const serial = newId();
    const [taken, other] = await Promise.all([create({ attributes: { serial_number: serial } }), create()]);
    const conflict = { code: "CONFLICT", details: { existing_id: taken.id } };
    expect(await faultOf(update(other.id, { name: taken.name.toUpperCase() }))).toMatchObject(conflict);
    expect(await faultOf(update(other.id, { attributes: { serial_number: serial } }))).toMatchObject(conflict);
    expect(await get(other.id)).toMatchObject({ name: other.name, version: 1 });
    expect(changesOf(other.id)).toHaveLength(1);
  });

  it("refuses a change of type that makes a duplicate", async () => {
    const serial = newId();
    const server = await create({ attributes: { serial_number: serial } });
    const storage = await create({ type: "storage", attributes: { serial_number: serial } });
    const printer = await create({ type: "printer", name: server.name });
    const conflict = { code: "CONFLICT", details: { existing_id: server.id } };
    expect(await faultOf(update(storage.id, { type: "server" }))).toMatchObject(conflict);
    expect(await faultOf(update(printer.id, { type: "server" }))).toMatchObject(conflict);
  });

  it("refuses a serial number that becomes a duplicate by moving to the attributes", async () => {
    const serial = newId();
    const taken = await create({ attributes: { serial_number: serial } });
    const other = await create({ customFields: { serial_number: serial } });
    const moved = { attributes: { serial_number: serial }, customFields: { serial_number: null } };
    expect(await faultOf(update(other.id, moved))).toMatchObject({ details: { existing_id: taken.id } });
  });

  it("accepts the CI's own value in another spelling", async () => {
    const ci = await create();
    expect(await update(ci.id, { name: ci.name.toUpperCase() })).toMatchObject({
      version: 2,
      name: ci.name.toUpperCase(),
    });
  });

  it("frees the old value", async () => {
    const ci = await create({ attributes: { serial_number: newId() } });
    await update(ci.id, { name: unique(), attributes: { serial_number: null } });
    const again = await create({ name: ci.name, attributes: ci.attributes });
    expect(again.id).not.toBe(ci.id);
  });

  it("gives the value to one of ten concurrent writers", async () => {
    const cis = await Promise.all(Array.from({ length: 10 }, () => create()));
    const name = unique();
    const answers = await Promise.allSettled(cis.map((ci) => update(ci.id, { name })));
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
    expect((await list(world.verbs, world.ctx, { search: name })).total).toBe(1);
  });

  it("resolves deadlocks when names are passed around in a ring", async () => {
    const cis = await Promise.all(Array.from({ length: 4 }, () => create()));
    const moves = cis.map((ci, i) => update(ci.id, { name: cis[(i + 1) % 4]!.name }));
    for (const answer of await Promise.allSettled(moves)) {
      if (answer.status === "rejected") expect(answer.reason.code).toBe("CONFLICT");
    }
    const names = (await Promise.all(cis.map((ci) => get(ci.id)))).map((ci) => ci.name);
    expect(new Set(names).size).toBe(4);
  });
});

describe("concurrent updateCi calls", () => {
  it("of 100 different keys lose no write", async () => {
    const { id } = await create();
    const keys = Array.from({ length: 100 }, (_, i) => `key_${i}`);
    await Promise.all(keys.map((key, i) => update(id, { attributes: { [key]: i } })));
    const ci = await get(id);
    expect(ci.version).toBe(101);
    expect(ci.attributes).toEqual(Object.fromEntries(keys.map((key, i) => [key, i])));
    const versions = changesOf(id).map((change) => change.version);
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 101 }, (_, i) => i + 1));
    const times = changesOf(id)
      .toSorted((a, b) => a.version - b.version)
      .map((change) => change.at);
    expect(times).toEqual(times.toSorted());
  });

  it("with one entity tag: one succeeds, the others get 412", async () => {
    const ci = await create();
    const tries = Array.from({ length: 10 }, (_, i) => update(ci.id, { attributes: { i } }, entityTag(ci)));
    const answers = await Promise.allSettled(tries);
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
    const codes = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["PRECONDITION_FAILED"]));
  });

  it("racing with deleteCi: the second finds no CI", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await create();
      const changes = Array.from({ length: 6 }, (_, i) => update(id, { attributes: { [`k${i}`]: i } }));
      const deletion = world.verbs.deleteCi(world.ctx, { id });
      const answers = await Promise.allSettled([...changes, deletion]);
      const done = answers.slice(0, 6).filter((answer) => answer.status === "fulfilled").length;
      expect(answers[6]!.status).toBe("fulfilled");
      for (const answer of answers) {
        if (answer.status === "rejected") expect(answer.reason.code).toBe("RESOURCE_NOT_FOUND");
      }
      expect(changesOf(id).filter((change) => change.kind === "ci.updated")).toHaveLength(done);
      const restored = await world.verbs.restoreCi(world.ctx, id);
      expect(restored.version).toBe(1 + done + 2);
      expect(Object.keys(restored.attributes)).toHaveLength(done);
    }
  });
});

describe("updateCi with If-Match", () => {
  it("accepts the current version and *, and refuses weak or foreign tags", async () => {
    const ci = await create();
    expect((await update(ci.id, { description: "1" }, '"9", "1"')).version).toBe(2);
    expect((await update(ci.id, { description: "2" }, "*")).version).toBe(3);
    for (const tag of ['"1"', 'W/"3"', "3", '""', "nonsense", '"3']) {
      expect(await faultOf(update(ci.id, { description: "3" }, tag))).toMatchObject({ code: "PRECONDITION_FAILED" });
    }
    expect(await faultOf(world.verbs.deleteCi(world.ctx, { id: ci.id, ifMatch: '"1"' }))).toMatchObject({
      code: "PRECONDITION_FAILED",
    });
  });

  it("accepts an older tag after a new relationship, which changes the tag", async () => {
    const [app, db] = await Promise.all([create(), create()]);
    await world.relate(app.id, db.id);
    const read = await get(app.id);
    const tag = entityTag(read, read.relationships);
    expect(tag).not.toBe(entityTag(app));
    await world.relate(app.id, db.id, "uses");
    const again = await get(app.id);
    expect(entityTag(again, again.relationships)).not.toBe(tag);
    expect((await update(app.id, { description: "x" }, tag)).version).toBe(2);
  });
});

describe("updateCi while the rate limit is still being checked", () => {
  const refusal = new AppError("RATE_LIMIT_EXCEEDED", "Too many requests");

  it("changes the CI only once the request is admitted", async () => {
    const { id } = await create();
    const { ctx, tell } = uncounted(world.ctx.tenantId);
    const pending = world.verbs.updateCi(ctx, { id, patch: { description: "admitted" } });
    await expect(Promise.race([pending, sleep(300, "waits")])).resolves.toBe("waits");
    expect(await get(id)).toMatchObject({ version: 1, description: null });
    tell();
    expect(await pending).toMatchObject({ version: 2, description: "admitted" });
  });

  it("changes nothing for a refused request, and applies the others of its transaction", async () => {
    const [first, second] = [await create(), await create()];
    const name = unique();
    const [refused, admitted] = [uncounted(world.ctx.tenantId), uncounted(world.ctx.tenantId)];
    const change = ({ ctx }: { ctx: RequestContext }, id: string, patch: CiPatch) =>
      world.verbs.updateCi(ctx, { id, patch });
    const answers = [
      change(refused, first.id, { name, description: "refused" }),
      change(admitted, first.id, { attributes: { os: "linux" } }),
      // The name is free, since the change that asked for it first is refused.
      change(admitted, second.id, { name }),
      // The limit is told before what else is wrong.
      change(refused, newId(), { name }),
    ];
    admitted.tell();
    refused.tell(refusal);
    const [one, two, three, four] = await Promise.allSettled(answers);
    expect(one).toEqual({ status: "rejected", reason: refusal });
    expect(two).toMatchObject({ status: "fulfilled", value: { version: 2, name: first.name, description: null } });
    expect(three).toMatchObject({ status: "fulfilled", value: { version: 2, name } });
    expect(four).toEqual({ status: "rejected", reason: refusal });
    expect(changesOf(first.id)).toHaveLength(2);
  });
});
