import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentHost, createWorld, type Host, type World } from "./support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Application = NonNullable<Host["installed_applications"]>[number];

let next = 0;
/** A separate host for a case, and its instances by name and version. */
function server() {
  const number = 500 + next++;
  const base = agentHost(`soft-${number}`, number);
  let day = 20;
  const scan = async (...installed_applications: Application[]) =>
    world.scanOne({ ...base, installed_applications }, { at: world.daysAgo(day--) });
  const instances = async (ciId: string) => {
    const records = await world.records(ciId, "installed_applications");
    return records.map((record) => record.software_instance_ci_id);
  };
  return { base, scan, instances };
}
const links = async (ciId: string) => (await world.links("INSTALLED_ON")).filter(({ target }) => target === ciId);
const changesOf = (id: string) =>
  world.changes().filter(({ subject, before, after }) => {
    const ends = (after ?? before ?? {}) as { source_ci?: string };
    return subject.id === id || ends.source_ci === id;
  });

describe("applySoftware for an upgrade", () => {
  it("creates a new instance, deactivates and unlinks the old one, and publishes both", async () => {
    const { scan, instances } = server();
    const ciId = await scan({ name: "nginx", vendor: "F5", version: "1.24" });
    const [old] = await instances(ciId);
    await scan({ name: "nginx", vendor: "F5", version: "1.26" });
    const [fresh] = await instances(ciId);
    expect(fresh).not.toBe(old);
    expect(await world.get(old!)).toMatchObject({ status: "inactive", version: 2, relationships: [] });
    expect(await world.get(fresh!)).toMatchObject({ status: "active", version: 1, attributes: { version: "1.26" } });
    expect((await links(ciId)).map(({ source }) => source)).toEqual([fresh]);
    expect(changesOf(old!).map(({ kind }) => kind)).toEqual([
      "ci.created",
      "relationship.created",
      "ci.updated",
      "relationship.deleted",
    ]);
    expect(changesOf(old!)[2]).toMatchObject({
      version: 2,
      before: { status: "active" },
      after: { status: "inactive" },
    });
    expect(changesOf(fresh!).map(({ kind }) => kind)).toEqual(["ci.created", "relationship.created"]);
    expect(changesOf(fresh!)[1]!.after).toEqual({
      id: expect.any(String),
      type: "Installed On",
      source_ci: fresh,
      target_ci: ciId,
      attributes: {},
    });
    expect((await world.get(ciId)).version).toBe(1);
  });

  it("activates the old instance, the same CI, after a downgrade", async () => {
    const { scan, instances } = server();
    const ciId = await scan({ name: "redis", version: "7.0" });
    const [old] = await instances(ciId);
    await scan({ name: "redis", version: "7.2" });
    await scan({ name: "redis", version: "7.0" });
    expect(await instances(ciId)).toEqual([old]);
    expect(await world.get(old!)).toMatchObject({ status: "active", version: 3 });
    expect((await links(ciId)).map(({ source }) => source)).toEqual([old]);
    expect(
      changesOf(old!)
        .map(({ kind }) => kind)
        .slice(4),
    ).toEqual(["ci.updated", "relationship.created"]);
  });
});

describe("applySoftware for an older collection that arrives late", () => {
  it("neither installs nor removes software, and keeps the records", async () => {
    const { base } = server();
    const scan = (installed_applications: Application[], days: number) =>
      world.scanOne({ ...base, installed_applications }, { at: world.daysAgo(days) });
    const ciId = await scan([{ name: "a", version: "1" }], 9);
    await scan([{ name: "b", version: "1" }], 5);
    await scan(
      [
        { name: "a", version: "1" },
        { name: "c", version: "1" },
      ],
      7,
    );
    expect((await links(ciId)).map(({ sourceName }) => sourceName)).toEqual(["b"]);
    expect((await world.records(ciId, "installed_applications")).map(({ fields }) => fields.name)).toEqual(["b"]);
    // The same payload, observed anew, is applied in full.
    await scan(
      [
        { name: "a", version: "1" },
        { name: "c", version: "1" },
      ],
      3,
    );
    expect((await links(ciId)).map(({ sourceName }) => sourceName)).toEqual(["a", "c"]);
  });

  it("changes nothing after a newer report that repeated a known payload", async () => {
    const { base } = server();
    const scan = (installed_applications: Application[], days: number) =>
      world.scanOne({ ...base, installed_applications }, { at: world.daysAgo(days) });
    const ciId = await scan([{ name: "a" }], 9);
    await scan([{ name: "a" }], 5);
    await scan([{ name: "b" }], 7);
    expect((await links(ciId)).map(({ sourceName }) => sourceName)).toEqual(["a"]);
    expect((await world.records(ciId, "installed_applications")).map(({ fields }) => fields.name)).toEqual(["a"]);
  });
});

describe("applySoftware and changes by people", () => {
  it("restores an instance that a person deleted, also by the same payload", async () => {
    const { base, scan, instances } = server();
    const ciId = await scan({ name: "vim" }, { name: "git" });
    const [vim] = await instances(ciId);
    await world.ci.deleteCi(world.ctx, { id: vim! });
    expect(await links(ciId)).toHaveLength(1);
    await world.scanOne({ ...base, installed_applications: [{ name: "vim" }, { name: "git" }] });
    expect(await instances(ciId)).toContain(vim);
    expect(await world.get(vim!)).toMatchObject({ status: "active", name: "vim" });
    expect((await links(ciId)).map(({ sourceName }) => sourceName)).toEqual(["git", "vim"]);
    expect(
      changesOf(vim!)
        .map(({ kind }) => kind)
        .slice(-2),
    ).toEqual(["ci.restored", "relationship.created"]);
  });

  it("links an instance again whose link a person removed", async () => {
    const { base, scan } = server();
    const ciId = await scan({ name: "vim" });
    const [link] = await links(ciId);
    await world.relationships.delete(world.ctx, { id: String(link!.r.id) });
    await world.scanOne({ ...base, installed_applications: [{ name: "vim" }] });
    expect((await links(ciId)).map(({ source }) => source)).toEqual([link!.source]);
    expect(await world.get(link!.source)).toMatchObject({ status: "active", version: 1 });
  });

  it("keeps a link that a person created", async () => {
    const { scan, instances } = server();
    const ciId = await scan({ name: "known" });
    const manual = (await world.ci.createCi(world.ctx, { fields: { name: `tool ${ciId}`, type: "software_instance" } }))
      .id;
    await world.relationships.create(world.ctx, { fields: { type: "Installed On", sourceCi: manual, targetCi: ciId } });
    await scan({ name: "other" });
    expect((await links(ciId)).map(({ source }) => source)).toContain(manual);
    // A person replaces a scan's link: the next scan keeps it as the person's.
    const [other] = await instances(ciId);
    const found = (await links(ciId)).find(({ source }) => source === other)!;
    await world.relationships.delete(world.ctx, { id: String(found.r.id) });
    await world.relationships.create(world.ctx, { fields: { type: "Installed On", sourceCi: other!, targetCi: ciId } });
    const change = world.changes().length;
    await scan({ name: "other", install_date: "2026-02-02" });
    expect(world.changes()).toHaveLength(change);
    await scan({ name: "third" });
    expect((await links(ciId)).map(({ sourceName }) => sourceName).sort()).toEqual(["other", "third", `tool ${ciId}`]);
    expect((await world.get(other!)).status).toBe("active");
  });

  it("keeps an instance's status that a person set", async () => {
    const { scan, instances } = server();
    const ciId = await scan({ name: "held" });
    const [held] = await instances(ciId);
    await world.ci.updateCi(world.ctx, { id: held!, patch: { status: "maintenance" } });
    await scan({ name: "else" });
    expect(await world.get(held!)).toMatchObject({ status: "maintenance", relationships: [] });
    await scan({ name: "held" });
    expect(await world.get(held!)).toMatchObject({ status: "maintenance", relationships: [{ ciId }] });
  });
});

describe("installationsOf for similar records", () => {
  it("creates two instances of one name in two locations; case, blanks and order make no difference", async () => {
    const { scan, instances } = server();
    const ciId = await scan(
      { name: "Tool", version: "1", install_location: "C:\\A" },
      { name: "Tool", version: "1", install_location: "C:\\B" },
      { name: " tool ", version: "1 ", install_location: "c:\\a" },
    );
    const ids = await instances(ciId);
    expect(ids).toHaveLength(3);
    expect(ids[0]).not.toBe(ids[1]);
    expect(ids[2]).toBe(ids[0]);
    expect(await links(ciId)).toHaveLength(2);
    const change = world.changes().length;
    await scan(
      { name: "TOOL", version: "1", install_location: "C:\\B" },
      { name: "Tool", version: "1", install_location: "C:\\A" },
    );
    expect(world.changes()).toHaveLength(change);
    expect(await links(ciId)).toHaveLength(2);
  });

  it("keeps records without a name, and creates no instance of them", async () => {
    const { scan, instances } = server();
    const ciId = await scan({ version: "9", vendor: "Example" }, { name: "   " }, { name: "real" });
    expect(await instances(ciId)).toEqual([null, null, expect.any(String)]);
    expect((await links(ciId)).map(({ sourceName }) => sourceName)).toEqual(["real"]);
    expect((await world.records(ciId, "installed_applications"))[0]!.fields).toEqual({
      version: "9",
      vendor: "Example",
    });
  });

  it("removes all software for an empty list, and nothing for an absent one", async () => {
    const { base, scan } = server();
    const ciId = await scan({ name: "one" });
    await world.scanOne({ ...base, open_ports: [1] }, { at: world.daysAgo(2) });
    expect(await links(ciId)).toHaveLength(1);
    expect(await world.records(ciId, "installed_applications")).toHaveLength(1);
    await world.scanOne({ ...base, installed_applications: [] }, { at: world.daysAgo(1) });
    expect(await links(ciId)).toEqual([]);
    expect(await world.records(ciId, "installed_applications")).toEqual([]);
  });

  it("keeps record ids from collection to collection", async () => {
    const { scan } = server();
    const ciId = await scan({ name: "x" }, { name: "y" });
    const before = await world.records(ciId, "installed_applications");
    await scan({ name: "z" }, { name: "y" });
    const after = await world.records(ciId, "installed_applications");
    expect(after.map(({ fields }) => fields.name)).toEqual(["z", "y"]);
    expect(after[1]!.id).toBe(before[1]!.id);
  });
});
