import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ciWrites } from "../../../src/features/ci/index.ts";
import type { CpeDictionary } from "../../../src/features/cpe-dictionary/index.ts";
import { createSoftware, type Software } from "../../../src/features/software/index.ts";
import type { NewMapping } from "../../../src/features/software/mappings/manage-mappings.ts";
import type { SoftwareIdentifier } from "../../../src/features/software/ports.ts";
import { sharedKnowledge } from "../../support/knowledge.ts";
import type { Scratch } from "../../support/scratch.ts";
import { createWorld, type World } from "../discovery/support.ts";
import { newMapping } from "./new-mapping.ts";
import { smallDictionary, windowsHost } from "./support.ts";

let scratch: Scratch;
let dictionary: CpeDictionary;
const worlds: World[] = [];
beforeAll(async () => {
  const made = await smallDictionary();
  ({ scratch, dictionary } = made);
  await made.fill();
});
afterAll(async () => {
  for (const one of worlds) await one.close();
  await scratch?.drop();
});

async function world(wrap?: (identifier: SoftwareIdentifier) => SoftwareIdentifier) {
  let software: Software | undefined;
  const made = await createWorld({
    software: (deps) => {
      const all = { ...deps, dictionary: dictionary.reader, knowledge: sharedKnowledge };
      software = createSoftware(all);
      if (wrap) software = createSoftware({ ...all, identifier: wrap(software.identifier) });
      return software;
    },
  });
  worlds.push(made);
  return { one: made, mappings: software!.mappings };
}

const GROMMET = { name: "Zorble Grommet 4.2", vendor: "Example Corp", version: "4.2" };
const OTHER = { name: "Zorble Viewer 1.0", vendor: "Example Corp", version: "1.0" };
const fields = (over: Partial<NewMapping> = {}): NewMapping =>
  newMapping("zorble grommet 4.2", {
    software: { name: "Zorble Suite", vendor: "Zorble" },
    family: "Enterprise Applications",
    ...over,
  });

const attributesOf = (row: Record<string, unknown>) => JSON.parse(String(row.attributes)) as Record<string, unknown>;
async function named(of: World, type: string, name: string) {
  const row = (await of.cis(type)).find((one) => one.name === name);
  return row && { id: String(row.id), version: Number(row.version), attributes: attributesOf(row) };
}
/** As the sweep does it once the processes have read the changed mappings. */
async function reapply(of: World) {
  await of.postgres.query(
    "update software_mapping_versions set changed_at = changed_at - interval '1 minute' where tenant_id = $1",
    [of.ctx.tenantId],
  );
  await of.sweep();
  await of.settle();
}
const linked = async (of: World, type: string) =>
  (await of.links(type)).map(({ source, target }) => `${source} ${target}`).sort();

describe("createReapplyMappings after a new mapping", () => {
  it("applies the mapping to existing instances and their links", async () => {
    const { one, mappings } = await world();
    await one.scanOne(windowsHost([GROMMET, OTHER]));
    const before = (await named(one, "software_instance", GROMMET.name))!;
    const viewer = await named(one, "software_instance", OTHER.name);
    expect(before.attributes).toMatchObject({ software_name: "Zorble Grommet" });
    // Nothing says what kind of software it is.
    expect(before.attributes.software_family ?? null).toBeNull();
    const { id } = await mappings.verbs.create(one.ctx, fields());
    await reapply(one);
    const after = (await named(one, "software_instance", GROMMET.name))!;
    const software = (await named(one, "software", "Zorble Suite"))!;
    const family = (await named(one, "software_family", "Enterprise Applications"))!;
    expect(after.attributes).toMatchObject({
      software_name: "Zorble Suite",
      software_vendor: "Zorble",
      software_family: "Enterprise Applications",
      mapping_id: id,
      software_id: software.id,
      enrichment_status: "done",
    });
    expect(software.attributes.family_id).toBe(family.id);
    const links = await linked(one, "INSTANCE_OF");
    expect(links).toContain(`${after.id} ${software.id}`);
    expect(links.filter((link) => link.startsWith(after.id))).toHaveLength(1);
    expect(one.changes("relationship.deleted").map(({ subject }) => subject.id)).toHaveLength(1);
    expect((await mappings.verbs.get(one.ctx, id)).usageCount).toBe(1);
    expect(await named(one, "software_instance", OTHER.name)).toEqual(viewer);

    const { version } = after;
    await reapply(one);
    expect((await named(one, "software_instance", GROMMET.name))!.version).toBe(version);
    expect((await mappings.verbs.get(one.ctx, id)).usageCount).toBe(1);
  });

  it("moves the Software CI if only the family differs", async () => {
    const { one, mappings } = await world();
    await one.scanOne(windowsHost([GROMMET]));
    const { id } = await mappings.verbs.create(
      one.ctx,
      fields({ software: { name: "Zorble Grommet", vendor: null }, family: "Databases" }),
    );
    await reapply(one);
    const software = (await named(one, "software", "Zorble Grommet"))!;
    const databases = (await named(one, "software_family", "Databases"))!;
    expect(software.attributes).toMatchObject({ family: "Databases", family_id: databases.id });
    expect((await linked(one, "MEMBER_OF")).filter((link) => link.startsWith(software.id))).toEqual([
      `${software.id} ${databases.id}`,
    ]);
    await mappings.verbs.update(one.ctx, id, { family: "Web Servers" });
    await reapply(one);
    const servers = (await named(one, "software_family", "Web Servers"))!;
    expect((await named(one, "software", "Zorble Grommet"))!.attributes.family_id).toBe(servers.id);
  });

  it("keeps values that people set", async () => {
    const { one, mappings } = await world();
    await one.scanOne(windowsHost([GROMMET]));
    const { id } = (await named(one, "software_instance", GROMMET.name))!;
    const cpe = { match: "none" };
    await one.ci.updateCi(one.ctx, { id, patch: { attributes: { software_id: "mine", software_vendor: "Us", cpe } } });
    await one.settle();
    await mappings.verbs.create(one.ctx, fields());
    await reapply(one);
    const { attributes } = (await named(one, "software_instance", GROMMET.name))!;
    expect(attributes).toMatchObject({
      software_name: "Zorble Suite",
      software_vendor: "Us",
      software_id: "mine",
      cpe,
    });
  });
});

describe("createLinkSoftware while a mapping changes", () => {
  it("does not link an instance to the product that it had before", async () => {
    let meanwhile: (() => Promise<void>) | undefined;
    const { one, mappings } = await world((identifier) => ({
      ...identifier,
      async classify(tenantId, programs) {
        const classified = await identifier.classify(tenantId, programs);
        const work = meanwhile;
        meanwhile = undefined;
        await work?.();
        return classified;
      },
    }));
    await one.submit([windowsHost([GROMMET])]);
    for (const { name, payload } of one.takeWaiting()) await one.runJob(name, payload);
    await one.deliver();
    await mappings.verbs.create(one.ctx, fields());
    meanwhile = () => one.runJob("software.reapply-mappings", { tenantId: one.ctx.tenantId });
    await one.runJob("software.step", { tenantId: one.ctx.tenantId, step: "link" });
    expect(meanwhile).toBeUndefined();
    await one.settle();
    const { attributes } = (await named(one, "software_instance", GROMMET.name))!;
    expect(attributes.software_id).toBe((await named(one, "software", "Zorble Suite"))!.id);
  });
});

describe("createReapplyMappings while an instance is linked", () => {
  it("removes the link that is committed while it waits for the instance", async () => {
    const { one, mappings } = await world();
    await one.submit([windowsHost([GROMMET])]);
    for (const { name, payload } of one.takeWaiting()) await one.runJob(name, payload);
    await one.deliver();
    const { id } = (await named(one, "software_instance", GROMMET.name))!;
    await mappings.verbs.create(one.ctx, fields());
    const { tenantId } = one.ctx;
    const jobs: Promise<void>[] = [];
    await one.graph.write(async (tx) => {
      await ciWrites.lock(tx, tenantId, [id]);
      // Both read the instance and wait for it, the link first.
      jobs.push(one.runJob("software.step", { tenantId, step: "link" }));
      await sleep(700);
      jobs.push(one.runJob("software.reapply-mappings", { tenantId }));
      await sleep(700);
    });
    await Promise.all(jobs);
    await one.settle();
    const { attributes } = (await named(one, "software_instance", GROMMET.name))!;
    const suite = (await named(one, "software", "Zorble Suite"))!;
    expect(attributes.software_id).toBe(suite.id);
    expect((await linked(one, "INSTANCE_OF")).filter((link) => link.startsWith(id))).toEqual([`${id} ${suite.id}`]);
  });
});

describe("createReapplyMappings after a deleted mapping", () => {
  it("classifies its instances without it, and keeps those of a mapping in review", async () => {
    const { one, mappings } = await world();
    const { id } = await mappings.verbs.create(one.ctx, fields());
    await one.scanOne(windowsHost([GROMMET]));
    const mapped = (await named(one, "software_instance", GROMMET.name))!;
    expect(mapped.attributes).toMatchObject({ software_name: "Zorble Suite", mapping_id: id });
    await mappings.verbs.update(one.ctx, id, { status: "review" });
    await reapply(one);
    expect(await named(one, "software_instance", GROMMET.name)).toEqual(mapped);
    await mappings.verbs.remove(one.ctx, id);
    await reapply(one);
    const { attributes } = (await named(one, "software_instance", GROMMET.name))!;
    const software = (await named(one, "software", "Zorble Grommet"))!;
    expect(attributes).toMatchObject({ software_name: "Zorble Grommet", software_id: software.id });
    expect(attributes).not.toHaveProperty("mapping_id");
  });
});

describe("owedReapplications", () => {
  const isOwed = async (of: World) => {
    await of.sweep();
    return of.takeWaiting().some(({ name }) => name === "software.reapply-mappings");
  };
  const age = (of: World, column: string, by: string) =>
    of.postgres.query(
      `update software_mapping_versions set ${column} = ${column} - $2::interval where tenant_id = $1`,
      [of.ctx.tenantId, by],
    );

  it("owes a changed mapping to the instances, once all processes have read it, until it is applied", async () => {
    const { one, mappings } = await world();
    await one.scanOne(windowsHost([GROMMET]));
    expect(await isOwed(one)).toBe(false);
    const { id } = await mappings.verbs.create(one.ctx, fields());
    one.takeWaiting();
    expect(await isOwed(one)).toBe(false);
    await age(one, "changed_at", "1 minute");
    expect(await isOwed(one)).toBe(true);
    // A job that was lost or failed for good leaves it owed.
    expect(await isOwed(one)).toBe(true);
    await one.runJob("software.reapply-mappings", { tenantId: one.ctx.tenantId });
    expect((await named(one, "software_instance", GROMMET.name))!.attributes.mapping_id).toBe(id);
    expect(await isOwed(one)).toBe(false);
    await age(one, "applied_at", "2 hours");
    expect(await isOwed(one)).toBe(true);
  });

  it("applies a change by the job that its save sent, and owes it still: other processes may not have read it", async () => {
    const { one, mappings } = await world();
    await one.scanOne(windowsHost([GROMMET]));
    const { id } = await mappings.verbs.create(one.ctx, fields());
    expect(one.waiting().map(({ name }) => name)).toEqual(["software.reapply-mappings"]);
    await one.settle();
    expect((await named(one, "software_instance", GROMMET.name))!.attributes.mapping_id).toBe(id);
    await age(one, "changed_at", "1 minute");
    expect(await isOwed(one)).toBe(true);
    await one.runJob("software.reapply-mappings", { tenantId: one.ctx.tenantId });
    expect(await isOwed(one)).toBe(false);
  });

  it.each([
    ["a mapping has changed since", "reapply_version - 1", true],
    ["it began before all processes had read the change", "reapply_version", false],
  ])("goes on where the last turn ended, and begins again if %s", async (_, version, isSettled) => {
    const { one, mappings } = await world();
    await one.scanOne(windowsHost([GROMMET]));
    await mappings.verbs.create(one.ctx, fields());
    await age(one, "changed_at", "1 minute");
    const behind = JSON.stringify({ at: "9999-01-01T00:00:00.000Z", id: "z" });
    const place = (of: string, isWhole = true) =>
      one.postgres.query(
        `update software_mapping_versions set applied_version = 0,
           place = ($2::jsonb || jsonb_build_object('version', ${of}, 'isSettled', ${isWhole}))::json
           where tenant_id = $1`,
        [one.ctx.tenantId, behind],
      );
    const apply = () => one.runJob("software.reapply-mappings", { tenantId: one.ctx.tenantId });
    await place("reapply_version");
    await apply();
    expect((await named(one, "software_instance", GROMMET.name))!.attributes).not.toHaveProperty("mapping_id");
    await place(version, isSettled);
    await apply();
    expect((await named(one, "software_instance", GROMMET.name))!.attributes).toHaveProperty("mapping_id");
  });
});

it("createReapplyMappings does not change other tenants", async () => {
  const { one, mappings } = await world();
  const { one: other } = await world();
  await other.scanOne(windowsHost([GROMMET]));
  const before = await named(other, "software_instance", GROMMET.name);
  await mappings.verbs.create(one.ctx, fields());
  await reapply(other);
  expect(await named(other, "software_instance", GROMMET.name)).toEqual(before);
});
