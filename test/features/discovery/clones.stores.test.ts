import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHistory, historyConsumer } from "../../../src/features/history/index.ts";
import { agentHost, createWorld, type Host, type World } from "./support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const SERIAL = { serial_number: "CLONE-88213-x" };
const image = (name: string, number: number): Host => agentHost(name, number, { hardware: SERIAL });

/** The history of a CI, newest first, as the outbox relay would store it. */
async function history(ciId: string) {
  const { postgres, ctx, ci } = world;
  await postgres.transaction((tx) => historyConsumer(tx, ctx.tenantId, world.changes()));
  const { verbs } = createHistory({ postgres, requireCi: ci.requireCi });
  return (await verbs.listHistory(ctx, { ciId, page: 1, limit: 100 })).items;
}

describe("processScan for hosts of a copied image", () => {
  it("creates a CI per host at its first sighting, and the history names the original", async () => {
    const original = await world.scanOne(image("first", 1));
    const scan = await world.scan([image("first", 1), image("second", 2), image("third", 3)]);
    const [, second, third] = scan.results;
    expect(new Set([original, second?.ciId, third?.ciId]).size).toBe(3);
    expect(second).toMatchObject({ outcome: "created", decision: { rule: null, clone_of: [original] } });

    expect((await history(original)).map(({ action }) => action)).toEqual(["ci.created"]);
    const told = await history(second!.ciId!);
    expect(told.map(({ action }) => action).sort()).toEqual(["ci.clone_detected", "ci.created"]);
    expect(told.find(({ action }) => action === "ci.clone_detected")).toMatchObject({
      before: null,
      after: { id: second!.ciId, name: "second", clone_of: [original] },
    });
    const [detected] = world.changes("ci.clone_detected").filter(({ subject }) => subject.id === third?.ciId);
    expect((detected!.after as { clone_of: string[] }).clone_of.sort()).toEqual([original, second!.ciId].sort());
  });

  it("publishes ci.clone_detected once; later sightings match each host's own CI", async () => {
    const before = world.changes("ci.clone_detected").length;
    const scan = await world.scan([image("first", 1), { ...image("second", 2), open_ports: [22] }]);
    expect(scan.results.map(({ outcome }) => outcome)).toEqual(["unchanged", "updated"]);
    expect(world.changes("ci.clone_detected")).toHaveLength(before);
  });
});
