import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import type { PastInput, PlannedInput } from "../../../src/features/change-risk/planned-changes.model.ts";
import { plannedChangesStore } from "../../../src/features/change-risk/planned-changes.store.ts";
import { type ChangeWorld, createChangeWorld, INTEGRATION, OTHER_INTEGRATION } from "./support.ts";

let world: ChangeWorld;
let ctx: RequestContext;
let web: string;
let db: string;

beforeAll(async () => {
  world = await createChangeWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  ctx = await world.newTenant();
  web = await world.newCi({}, ctx);
  db = await world.newCi({ type: "database" }, ctx);
});

const change = async (
  node: string,
  ciIds: string[],
  fields: object = {},
  integrationId: string | null = INTEGRATION,
) => {
  world.clock.advance(1_000);
  const asked = { ci_id: ciIds, task_node_id: node, change_fields: fields };
  return (await world.request(asked, ctx, integrationId)).id;
};
const window = (from: string, to: string) => ({
  planned_start: `2026-12-01T${from}Z`,
  planned_end: `2026-12-01T${to}Z`,
});
const NONE = { taskNodeId: "none", integrationId: null };
const planned = async (own: Partial<PlannedInput> = {}, tenant = ctx.tenantId) => {
  const from = new Date("2026-12-01T10:00:00Z");
  const to = new Date("2026-12-01T12:00:00Z");
  const found = await plannedChangesStore.planned(world.postgres, tenant, {
    from,
    to,
    ciIds: [web],
    exceptTask: NONE,
    ...own,
  });
  return found.map(({ taskNodeId }) => taskNodeId);
};
const past = async (own: Partial<PastInput> = {}) => {
  const input = { ciIds: [web], types: [], exceptTask: NONE, before: world.clock.now(), ...own };
  const found = await plannedChangesStore.past(world.postgres, ctx.tenantId, input);
  return found.map(({ analysisId }) => analysisId);
};
const ended = (id: string, succeeded = true) =>
  world.changeRisk.verbs.recordOutcome(ctx, id, { succeeded, incidents: 0 });

describe("planned changes", () => {
  it("are those of the same CIs whose windows overlap, not those that only touch", async () => {
    await change("within", [web, db], window("10:30:00", "11:00:00"));
    await change("around", [web], window("09:00:00", "13:00:00"));
    await change("before", [web], window("09:00:00", "10:00:00"));
    await change("after", [web], window("12:00:00", "13:00:00"));
    await change("elsewhere", [db], window("10:30:00", "11:00:00"));
    await change("open", [web], { planned_start: "2026-12-01T10:30:00Z" });
    expect(await planned()).toEqual(["around", "within"]);
    expect(await planned({}, (await world.newTenant()).tenantId)).toEqual([]);
  });

  it("leave out the same task, in whatever integration it is known", async () => {
    await change("task", [web], window("10:00:00", "11:00:00"));
    expect(await planned({ exceptTask: { taskNodeId: "task", integrationId: INTEGRATION } })).toEqual([]);
    expect(await planned({ exceptTask: { taskNodeId: "task", integrationId: null } })).toEqual([]);
    expect(await planned({ exceptTask: { taskNodeId: "task", integrationId: OTHER_INTEGRATION } })).toEqual(["task"]);
  });

  it("are known by the latest plan of the task, until their outcome is recorded", async () => {
    await change("moved", [web], window("10:00:00", "11:00:00"));
    const latest = await change("moved", [web], window("20:00:00", "21:00:00"));
    expect(await planned()).toEqual([]);
    const evening = { from: new Date("2026-12-01T20:30:00Z"), to: new Date("2026-12-01T20:40:00Z") };
    expect(await planned(evening)).toEqual(["moved"]);
    await ended(latest);
    expect(await planned(evening)).toEqual([]);
  });
});

describe("past changes", () => {
  it("are those with an outcome: of the CIs themselves first, then of like ones", async () => {
    const other = await world.newCi({}, ctx);
    const like = await change("like", [other]);
    const same = await change("same", [web, db]);
    const unlike = await change("unlike", [db]);
    await change("open", [web]);
    for (const id of [like, same, unlike]) {
      await ended(id);
      world.clock.advance(1_000);
    }
    expect(await past()).toEqual([same]);
    expect(await past({ types: ["server"] })).toEqual([same, like]);
    expect(await past({ exceptTask: { taskNodeId: "same", integrationId: INTEGRATION } })).toEqual([]);
    expect(await past({ before: new Date(world.clock.now().getTime() - 60_000) })).toEqual([]);
  });

  it("count from their outcome on, also where their plan has not ended yet", async () => {
    const early = await change("early", [web], {
      planned_start: "2090-01-01T00:00:00Z",
      planned_end: "2090-01-01T01:00:00Z",
    });
    await ended(early);
    world.clock.advance(1_000);
    expect(await past()).toEqual([early]);
  });
});
