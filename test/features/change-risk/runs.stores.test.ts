import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { invalid, unavailable } from "../../../src/errors.ts";
import type { Change } from "../../../src/features/change-risk/change-analysis.model.ts";
import { createChangeRisk } from "../../../src/features/change-risk/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { MAX_TRIES } from "../../../src/platform/jobs/tries.ts";
import { assessmentOf, type ChangeWorld, createChangeWorld } from "./support.ts";

let world: ChangeWorld;
let web: string;

beforeAll(async () => {
  world = await createChangeWorld();
  web = await world.newCi();
});
afterAll(() => world?.close());
beforeEach(() => {
  world.assess = async (_ctx, change) => assessmentOf(change);
  world.storesWork = true;
});

const payload = () => ({ ci_id: [web], task_node_id: `task-${newId()}`, change_note: ["Update the kernel"] });

describe("the analysis of a change", () => {
  it("is kept whole, and queues its write-back in the same transaction", async () => {
    const changes: Change[] = [];
    world.assess = async (_ctx, change) => {
      changes.push(change);
      return assessmentOf(change, 60);
    };
    const fields = { priority: "high", planned_start: "2026-02-08T00:00:00+0200" };
    const asked = { ...payload(), change_fields: fields };
    const { id } = await world.request(asked);
    expect(await world.owed()).toEqual(["change-risk.analyse"]);
    world.jobs.take();
    await world.analyse();
    expect(changes).toEqual([
      {
        ciIds: [web],
        unknownCis: [],
        notes: ["Update the kernel"],
        taskNodeId: asked.task_node_id,
        priority: "high",
        category: null,
        plannedStart: new Date("2026-02-07T22:00:00Z"),
        plannedEnd: null,
        offset: "+02:00",
      },
    ]);
    const analysis = await world.get(id);
    expect(analysis).toMatchObject({
      status: "completed",
      error: null,
      writeBack: { status: "pending", attempts: [] },
    });
    expect(analysis.assessment).toEqual(assessmentOf({ taskNodeId: asked.task_node_id }, 60));
    expect(world.jobs.take().map(({ name }) => name)).toEqual(["change-risk.write-back"]);
    expect(await world.owed()).toEqual(["change-risk.write-back"]);
    await world.writeBack();
  });

  it("by hand without an integration has no write-back", async () => {
    const { id } = await world.request(payload(), world.ctx, null);
    await world.analyse();
    expect((await world.get(id)).writeBack).toEqual({ status: "none", error: null, attempts: [] });
    expect(await world.owed()).toEqual([]);
  });

  it("counts a CI that was deleted since it was asked for among the unknown ones", async () => {
    const name = `short-lived ${newId()}`;
    const gone = await world.newCi({ name });
    const { id } = await world.request({ ...payload(), ci_id: [web, gone] }, world.ctx, null);
    await world.ci.deleteCi(world.ctx, { id: gone });
    await world.analyse();
    const analysis = await world.get(id);
    expect(analysis.cis.map((ci) => ci.id)).toEqual([web]);
    expect(analysis.unknownCis).toEqual([name]);
  });

  it("is tried again after a fault of ours, and fails after many; a repeat of the request tries it again", async () => {
    world.assess = async () => {
      throw new Error("broken");
    };
    const asked = payload();
    const { id } = await world.request(asked, world.ctx, null);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      expect((await world.get(id)).status).toBe("queued");
      await world.analyse();
      await world.analyse();
      world.clock.advance(600_000);
    }
    expect(await world.get(id)).toMatchObject({ status: "failed", error: "An internal error prevented it" });
    const parked = world.changeRisk.parkedWork.find(({ name }) => name === "change-risk.analyse")!;
    expect(await parked.byTenant(world.ctx.tenantId)).toMatchObject([{ count: 1, tries: MAX_TRIES }]);
    world.assess = async (_ctx, change) => assessmentOf(change);
    expect(await world.request(asked, world.ctx, null)).toEqual({ id, status: "queued" });
    await world.analyse();
    expect((await world.get(id)).status).toBe("completed");
  });

  it("can be tried again by the operator", async () => {
    world.assess = async () => {
      throw new Error("broken");
    };
    const { id } = await world.request(payload(), world.ctx, null);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await world.analyse();
      world.clock.advance(600_000);
    }
    world.assess = async (_ctx, change) => assessmentOf(change);
    const parked = world.changeRisk.parkedWork.find(({ name }) => name === "change-risk.analyse")!;
    expect(await parked.release(world.ctx.tenantId)).toBe(1);
    await world.analyse();
    expect((await world.get(id)).status).toBe("completed");
  });

  it("fails at once with the reason where it is refused", async () => {
    world.assess = async () => {
      throw invalid([{ field: "ci_id", reason: "is odd" }]);
    };
    const { id } = await world.request(payload(), world.ctx, null);
    await world.analyse();
    expect(await world.get(id)).toMatchObject({ status: "failed", error: "ci_id: is odd" });
  });

  it("waits for stores that are away without using up a try", async () => {
    world.storesWork = false;
    world.assess = async () => {
      throw unavailable("the graph is away");
    };
    const { id } = await world.request(payload(), world.ctx, null);
    for (let outage = 0; outage < MAX_TRIES + 1; outage++) await expect(world.analyse()).rejects.toThrow("away");
    expect((await world.get(id)).status).toBe("queued");
    world.storesWork = true;
    world.assess = async (_ctx, change) => assessmentOf(change);
    await world.analyse();
    expect((await world.get(id)).status).toBe("completed");
  });

  it("is made once by two processes", async () => {
    const seen: string[] = [];
    world.assess = async (_ctx, change) => {
      seen.push(change.taskNodeId);
      await sleep(20);
      return assessmentOf(change);
    };
    const asked = Array.from({ length: 12 }, payload);
    for (const one of asked) await world.request(one, world.ctx, null);
    const second = createChangeRisk(world.deps);
    await Promise.all([world.analyse(), world.analyse(world.ctx, second)]);
    expect(seen.sort()).toEqual(asked.map(({ task_node_id }) => task_node_id).sort());
  });

  it("of a run that died is made again, and the late run of the dead changes nothing", async () => {
    const asked = payload();
    let release: (() => void) | undefined;
    world.assess = async (_ctx, change) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return assessmentOf(change, 10);
    };
    const { id } = await world.request(asked);
    const late = world.analyse();
    await expect.poll(() => release).toBeDefined();
    await world.loseLeases();
    world.assess = async (_ctx, change) => assessmentOf(change, 90);
    await world.analyse();
    release?.();
    await late;
    expect((await world.get(id)).assessment?.score).toBe(90);
    await world.writeBack();
    expect(world.written().filter(({ analysisId }) => analysisId === id)).toHaveLength(1);
  });

  it("of a tenant that was removed meanwhile leaves nothing behind", async () => {
    const other = await world.newTenant();
    world.assess = async (_ctx, change) => {
      await world.postgres.query("delete from change_analyses where tenant_id = $1", [other.tenantId]);
      return assessmentOf(change);
    };
    await world.request({ ci_name: ["x"], task_node_id: "t" }, other);
    await world.analyse(other);
    for (const table of ["change_analyses", "change_write_backs"]) {
      expect(await world.postgres.query(`select 1 from ${table} where tenant_id = $1`, [other.tenantId])).toEqual([]);
    }
  });

  it("takes turns, so that a tenant with many does not hold up another", async () => {
    world.assess = async (_ctx, change) => {
      await sleep(150);
      return assessmentOf(change);
    };
    for (let n = 0; n < 60; n++) await world.request(payload(), world.ctx, null);
    world.jobs.take();
    await world.analyse();
    const left = await world.postgres.query(
      "select 1 from change_analyses where tenant_id = $1 and status <> 'completed'",
      [world.ctx.tenantId],
    );
    expect(left.length).toBeGreaterThan(0);
    expect(world.jobs.take().map(({ name }) => name)).toEqual(["change-risk.analyse"]);
  });
});
