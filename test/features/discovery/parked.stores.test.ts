import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { createWorld, type Host, type World } from "./support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const PAGE = { page: 1, limit: 50 };
const waiting = async () => (await world.verbs.parked.list(world.ctx, false, PAGE)).items;
const decided = async () => (await world.verbs.parked.list(world.ctx, true, PAGE)).items;
const ofScanner = async (scannerId: string) => (await waiting()).filter((host) => host.scannerId === scannerId);
const NAMELESS: Host = { hostname: "localhost", hardware: { manufacturer: "Example Corp", memory_gb: 64 } };

async function parkedBy(scannerId: string, host: Host = NAMELESS) {
  await world.scan([host], { scannerId });
  const [parked] = await ofScanner(scannerId);
  if (!parked) throw new Error("the host is not parked");
  return parked;
}

const aServer = (name: string) => world.scanOne({ hostname: name, ip_address: "192.0.2.40" }, { scannerId: newId() });

describe("a host that nothing identifies", () => {
  it("waits once, however often its scanner reports it, with what was seen and why", async () => {
    const first = await parkedBy("nightly");
    await world.scan([NAMELESS], { scannerId: "nightly" });
    await world.scan([{ ...NAMELESS, os_guess: "Linux" }], { scannerId: "other" });
    const [host, ...more] = await ofScanner("nightly");
    expect(more).toEqual([]);
    expect(host).toMatchObject({ timesSeen: 2, payload: NAMELESS, decision: null, firstSeen: first.createdAt });
    expect(host?.reason).toContain("localhost");
    expect(host?.id).not.toBe(first.id);
    expect(await ofScanner("other")).toHaveLength(1);
  });

  it("becomes the CI that a person chose, now and whenever the same report comes again", async () => {
    const ciId = await aServer("chosen-one");
    const parked = await parkedBy("chooser");
    const { scanId } = await world.verbs.parked.decide(world.ctx, parked.id, ciId);
    await world.settle();
    const applied = await world.verbs.scans.get(world.ctx, scanId!);
    expect(applied).toMatchObject({ scannerId: "chooser", status: "completed", hosts: { processed: 1, parked: 0 } });
    expect(applied.results[0]).toMatchObject({ ciId, outcome: "updated", decision: { matched: { person: ciId } } });
    expect((await world.get(ciId)).attributes).toMatchObject({ memory_gb: 64 });
    expect(await ofScanner("chooser")).toEqual([]);

    const again = await world.scan([NAMELESS], { scannerId: "chooser" });
    expect(again.results[0]).toMatchObject({ ciId, outcome: "unchanged" });
    const [dry] = await world.dryRun([NAMELESS], { scannerId: "chooser" });
    expect(dry).toMatchObject({ ciId, outcome: "unchanged" });
  });

  it("stays away once it is dismissed, and waits again once that is taken back", async () => {
    const parked = await parkedBy("dismisser");
    const decision = await world.verbs.parked.decide(world.ctx, parked.id, null);
    expect(decision).toMatchObject({ ciId: null, scanId: null });
    await world.scan([NAMELESS], { scannerId: "dismisser" });
    expect(await ofScanner("dismisser")).toEqual([]);
    expect((await decided()).find(({ scannerId }) => scannerId === "dismisser")).toMatchObject({
      timesSeen: 2,
      decision: { ciId: null },
    });
    await world.verbs.parked.takeBack(world.ctx, parked.id);
    expect(await ofScanner("dismisser")).toHaveLength(1);
  });

  it("waits again once the chosen CI is gone", async () => {
    const ciId = await aServer("short-lived");
    const parked = await parkedBy("forgetter");
    await world.verbs.parked.decide(world.ctx, parked.id, ciId);
    await world.settle();
    await world.ci.deleteCi(world.ctx, { id: ciId });
    const scan = await world.scan([NAMELESS], { scannerId: "forgetter" });
    expect(scan.results[0]).toMatchObject({ outcome: "parked", ciId: null });
    expect(await ofScanner("forgetter")).toHaveLength(1);
  });

  it("cannot become what is no device or does not exist, nor be decided without the scope or in another tenant", async () => {
    const parked = await parkedBy("refuser");
    const { decide } = world.verbs.parked;
    await expect(decide(world.ctx, parked.id, newId())).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const { id: application } = await world.ci.createCi(world.ctx, { fields: { name: "shop", type: "application" } });
    await expect(decide(world.ctx, parked.id, application)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const reader = contextOf(world.ctx.tenantId, "discovery.read");
    await expect(decide(reader, parked.id, null)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(decide(contextOf(newId()), parked.id, null)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect(await ofScanner("refuser")).toHaveLength(1);
  });
});
