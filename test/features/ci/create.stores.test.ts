import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf, uncounted } from "../../support/context.ts";
import { createWorld, faultOf, list, type World } from "./support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ relayed: false });
});
afterAll(() => world.close());

const create = (fields: Parameters<World["verbs"]["createCi"]>[1]["fields"], allowDuplicate = false, ctx = world.ctx) =>
  world.verbs.createCi(ctx, { fields, allowDuplicate });
const unique = (text = "ci") => `${text} ${newId()}`;

describe("createCi while the rate limit is still being checked", () => {
  const refusal = new AppError("RATE_LIMIT_EXCEEDED", "Too many requests");
  const found = async (name: string) => (await list(world.verbs, world.ctx)).items.filter((ci) => ci.name === name);

  it("writes the CI only once the request is admitted", async () => {
    const { ctx, tell } = uncounted(world.ctx.tenantId);
    const name = unique();
    const pending = create({ name, type: "server" }, false, ctx);
    await expect(Promise.race([pending, sleep(300, "waits")])).resolves.toBe("waits");
    expect(await found(name)).toEqual([]);
    tell();
    const { id } = await pending;
    expect(await found(name)).toMatchObject([{ id }]);
  });

  it("writes nothing for a refused request, and creates the others of its batch", async () => {
    const name = unique();
    const [refused, admitted] = [uncounted(world.ctx.tenantId), uncounted(world.ctx.tenantId)];
    const answers = [
      create({ name, type: "server", attributes: { serial_number: newId() } }, false, refused.ctx),
      create({ name, type: "server" }, false, admitted.ctx),
      create({ name: unique(), type: "server" }),
    ];
    admitted.tell();
    refused.tell(refusal);
    const [first, second, third] = await Promise.allSettled(answers);
    expect(first).toEqual({ status: "rejected", reason: refusal });
    // Its name was free: of two in one transaction the second would have been the duplicate.
    expect(second).toMatchObject({ status: "fulfilled", value: { name } });
    expect(third).toMatchObject({ status: "fulfilled" });
    expect(await found(name)).toHaveLength(1);
    expect(world.changes().filter(({ after }) => (after as { name: string }).name === name)).toHaveLength(1);
  });

  it("writes nothing if all requests are refused", async () => {
    const { ctx, tell } = uncounted(world.ctx.tenantId);
    const name = unique();
    const pending = create({ name, type: "server", attributes: { hostname: name } }, false, ctx);
    tell(refusal);
    await expect(pending).rejects.toBe(refusal);
    expect(await found(name)).toEqual([]);
    const left = await world.graph.raw(
      "MATCH (i:Identifier) WHERE i.tenant = $tenant AND i.kind = 'name' AND i.value CONTAINS $value RETURN i.value",
      { tenant: ctx.tenantId, value: name.slice(3) },
    );
    expect(left).toEqual([]);
  });
});

describe("createCi", () => {
  it("sets defaults, creator and times, and publishes the change", async () => {
    const ci = await create({ name: unique(), type: "server" });
    expect(ci).toMatchObject({
      type: "server",
      status: "active",
      description: null,
      attributes: {},
      customFields: {},
      version: 1,
      createdBy: "tester",
      updatedBy: "tester",
    });
    expect(ci.createdAt).toBe(ci.updatedAt);
    const told = world.changes().filter((change) => change.subject.id === ci.id);
    expect(told).toMatchObject([{ kind: "ci.created", version: 1, before: null, actor: "tester" }]);
    expect(told[0]!.after).toMatchObject({ id: ci.id, name: ci.name, type: "server", custom_fields: {} });
    const read = await world.verbs.getCi(world.ctx, ci.id);
    expect(read).toMatchObject({ name: ci.name, type: "server", relationships: [], version: 1 });
  });

  it("stores any JSON in attributes and custom fields", async () => {
    const attributes = {
      text: 'ä\u{1f600}\n"\\',
      "key with `ticks` and }": 1,
      constructor: "c",
      toString: { nested: [1, { deep: null }, "x"] },
      huge: 1e300,
      tiny: 1.5e-9,
      beyond: 2 ** 60,
      no: false,
      nothing: null,
      "": "empty key",
      [`long ${"k".repeat(5_000)}`]: "v",
      many: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, i])),
    };
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, i]));
    const ci = await create({ name: unique(), type: "server", attributes, customFields: wide });
    const read = await world.verbs.getCi(world.ctx, ci.id);
    expect(read.attributes).toEqual(attributes);
    expect(read.customFields).toEqual(wide);
  });

  it("creates a CI that other tenants cannot see", async () => {
    const ci = await create({ name: unique(), type: "server" });
    const stranger = contextOf(newId());
    expect(await faultOf(world.verbs.getCi(stranger, ci.id))).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    const patch = { id: ci.id, patch: { description: "x" } };
    expect(await faultOf(world.verbs.updateCi(stranger, patch))).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect(await faultOf(world.verbs.deleteCi(stranger, { id: ci.id }))).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect(await faultOf(world.verbs.restoreCi(stranger, ci.id))).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect(await list(world.verbs, stranger)).toEqual({ items: [], total: 0, next: undefined });
    expect((await create({ name: ci.name, type: "server" }, false, stranger)).id).not.toBe(ci.id);
  });

  it("requires the scope", async () => {
    const reader = contextOf(world.ctx.tenantId, "cmdb.read");
    const fault = await faultOf(create({ name: unique(), type: "server" }, false, reader));
    expect(fault).toMatchObject({ code: "PERMISSION_DENIED", details: { required_scope: "cmdb.write" } });
  });
});

describe("createCi with a duplicate", () => {
  it("refuses the same type and name, ignoring case, surrounding blanks and Unicode composition", async () => {
    const name = unique("Bür\u006f");
    const first = await create({ name, type: "printer" });
    for (const again of [name.toUpperCase(), `  ${name} `, name.normalize("NFD")]) {
      expect(await faultOf(create({ name: again, type: "printer" }))).toMatchObject({
        code: "CONFLICT",
        details: { existing_id: first.id },
        violations: [{ field: "name" }],
      });
    }
    expect((await create({ name, type: "server" })).id).not.toBe(first.id);
  });

  it("refuses the same type and serial number, ignoring spelling and blanks", async () => {
    const serial = `SN-${newId()}`;
    const first = await create({ name: unique(), type: "server", attributes: { serial_number: serial } });
    const again = { type: "server", attributes: { serial_number: ` ${serial.toLowerCase()} ` } };
    expect(await faultOf(create({ name: unique(), ...again }, true))).toMatchObject({
      code: "CONFLICT",
      details: { existing_id: first.id },
      violations: [{ field: "attributes.serial_number" }],
    });
    await create({ name: unique(), type: "storage", attributes: { serial_number: serial } });
    await create({ name: unique(), type: "server", customFields: { serial_number: serial } });
  });

  it("finds the duplicate among many CIs of other types or with the serial number in another field", async () => {
    const serial = newId();
    await create({ name: unique(), type: "server", attributes: { hardware: { serial_number: serial } } });
    await create({ name: unique(), type: "server", customFields: { serial_number: serial } });
    const others = Array.from({ length: 25 }, (_, i) => `kind ${i}`);
    const fields = { attributes: { serial_number: serial } };
    await Promise.all(others.map((type) => create({ name: unique(), type, ...fields })));
    const first = await create({ name: unique(), type: "server", ...fields });
    await Promise.all(others.map((type) => create({ name: unique(), type: `${type} more`, ...fields })));
    expect(await faultOf(create({ name: unique(), type: "server", ...fields }))).toMatchObject({
      code: "CONFLICT",
      details: { existing_id: first.id },
    });
  });

  it("ignores placeholder serial numbers", async () => {
    await create({ name: unique(), type: "server", attributes: { serial_number: "To Be Filled By O.E.M." } });
    await create({ name: unique(), type: "server", attributes: { serial_number: "To Be Filled By O.E.M." } });
  });

  it("accepts it with allow_duplicate, and for software instances", async () => {
    const name = unique();
    await create({ name, type: "server" });
    await create({ name, type: "server" }, true);
    await create({ name, type: "software_instance", attributes: { serial_number: name } });
    await create({ name, type: "software_instance", attributes: { serial_number: name } });
    expect((await list(world.verbs, world.ctx, { search: name })).total).toBe(4);
  });

  it("accepts the name of a deleted CI", async () => {
    const fields = { name: unique(), type: "server", attributes: { serial_number: newId() } };
    const first = await create(fields);
    await world.verbs.deleteCi(world.ctx, { id: first.id });
    expect((await create(fields)).id).not.toBe(first.id);
  });

  it("creates one CI when 64 callers create one name at once", async () => {
    const name = unique();
    const answers = await Promise.allSettled(Array.from({ length: 64 }, () => create({ name, type: "server" })));
    const made = answers.filter((answer) => answer.status === "fulfilled");
    expect(made).toHaveLength(1);
    const { id } = made[0]!.value;
    const refused = answers.filter((answer) => answer.status === "rejected");
    expect(refused.every(({ reason }) => reason.code === "CONFLICT" && reason.details.existing_id === id)).toBe(true);
    expect((await list(world.verbs, world.ctx, { search: name })).items.map((ci) => ci.id)).toEqual([id]);
  });

  it("finds the duplicate across concurrent transactions", async () => {
    const other = await createWorld({ relayed: false });
    const name = unique();
    const both = [world.verbs, other.verbs];
    const tries = Array.from({ length: 40 }, (_, i) => {
      const fields = { name: `${name} ${i % 5}`, type: "server", attributes: { serial_number: `${name}-${i % 5}` } };
      return both[i % 2]!.createCi(world.ctx, { fields });
    });
    const answers = await Promise.allSettled(tries);
    await other.close();
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(5);
    const codes = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["CONFLICT"]));
    expect((await list(world.verbs, world.ctx, { search: name })).total).toBe(5);
  });
});

describe("concurrent createCi calls", () => {
  it("create every CI and publish each once", async () => {
    const before = world.changes().length;
    const made = await Promise.all(Array.from({ length: 150 }, () => create({ name: unique(), type: "container" })));
    expect(new Set(made.map((ci) => ci.id)).size).toBe(150);
    expect((await list(world.verbs, world.ctx, { types: ["container"], limit: 1 })).total).toBe(150);
    expect(world.changes().length - before).toBe(150);
  });

  it("succeed except for the CI that cannot be written", async () => {
    // An index entry has a bounded size, and no check at the edge lets a name of that length pass.
    const answers = await Promise.allSettled([
      create({ name: unique(), type: "server" }),
      create({ name: `${unique()} ${"x".repeat(40_000)}`, type: "server" }),
      create({ name: unique(), type: "server" }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});

describe("createCi repeated with the same id", () => {
  it("returns the CI of the first attempt", async () => {
    const id = newId();
    const input = { fields: { name: unique(), type: "server" }, id };
    const first = await world.verbs.createCi(world.ctx, input);
    expect(await world.verbs.createCi(world.ctx, input)).toEqual(first);
    expect(world.changes().filter((change) => change.subject.id === id)).toHaveLength(1);
  });
});
