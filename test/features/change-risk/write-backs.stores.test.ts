import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { createChangeRisk } from "../../../src/features/change-risk/index.ts";
import type { WriteOutcome } from "../../../src/features/integrations/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { assessmentOf, type ChangeWorld, createChangeWorld, INTEGRATION, OTHER_INTEGRATION } from "./support.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const OK: WriteOutcome = { ok: true, responseStatus: 200 };
const DOWN: WriteOutcome = { ok: false, responseStatus: null, error: "connection refused", retryable: true };

let world: ChangeWorld;
let ctx: RequestContext;

beforeAll(async () => {
  world = await createChangeWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  ctx = await world.newTenant();
  world.desk.answer = async () => OK;
  world.assess = async (_ctx, change) => assessmentOf(change);
});

/** An analysis that waits to be written back. */
const analysed = async (node = `task-${newId()}`, note = newId(), integrationId = INTEGRATION) => {
  const asked = { ci_name: ["web01"], task_node_id: node, change_note: [note] };
  const { id } = await world.request(asked, ctx, integrationId);
  await world.analyse(ctx);
  return { id, asked };
};
const turn = () => world.writeBack(ctx);
const written = () => world.written(ctx);
const stateOf = async (id: string) => (await world.get(id, ctx)).writeBack;
/** Advances the clock in steps of a second, as sweeps see it, until something is due. */
const untilDue = async (maxSeconds: number) => {
  for (let second = 0; second < maxSeconds; second++) {
    if ((await world.owed(ctx)).length > 0) return second;
    world.clock.advance(SECOND);
  }
  throw new Error("nothing became due");
};

describe("the write-back of an analysis", () => {
  it("is written once, with its fields, and logged", async () => {
    const { id, asked } = await analysed();
    await turn();
    await turn();
    expect(written()).toHaveLength(1);
    const fields = assessmentOf({ taskNodeId: "" }).fields;
    expect(written()[0]).toMatchObject({
      analysisId: id,
      taskNodeId: asked.task_node_id,
      integrationId: INTEGRATION,
      fields,
    });
    const at = written()[0]!.at;
    const attempts = [{ at, responseStatus: 200, error: null }];
    expect(await stateOf(id)).toEqual({ status: "delivered", error: null, attempts });
    expect(await world.owed(ctx)).toEqual([]);
  });

  it("is tried again 3 to 20 s after the first attempt, with the same mutation id, then less and less often", async () => {
    const { id } = await analysed();
    world.desk.answer = async () => DOWN;
    for (let n = 0; n < 5; n++) {
      await turn();
      await untilDue(HOUR / SECOND);
    }
    const times = written().map(({ at }) => at.getTime());
    const pauses = times.slice(1).map((at, n) => (at - times[n]!) / SECOND);
    expect(pauses[0]).toBeGreaterThanOrEqual(3);
    expect(pauses[0]).toBeLessThanOrEqual(20);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(new Set(written().map(({ mutationId }) => mutationId)).size).toBe(1);
    world.desk.answer = async () => OK;
    await turn();
    const { status, attempts } = await stateOf(id);
    expect(status).toBe("delivered");
    expect(attempts.map(({ error }) => error)).toEqual([...Array(5).fill("connection refused"), null]);
  });

  it("arrives after the service desk was down for hours, and is given up after a day", async () => {
    const one = await analysed();
    world.desk.answer = async () => DOWN;
    const start = world.clock.now().getTime();
    while (world.clock.now().getTime() - start < 3 * HOUR) {
      await turn();
      world.clock.advance(120 * SECOND);
    }
    world.desk.answer = async () => OK;
    // The longest pause, and the fifth by which it is spread.
    world.clock.advance(1_080 * SECOND);
    await turn();
    expect((await stateOf(one.id)).status).toBe("delivered");
    const count = written().length;

    const two = await analysed();
    world.desk.answer = async () => DOWN;
    for (let n = 0; n < 27 * 4; n++) {
      await turn();
      world.clock.advance(HOUR / 4 + 190 * SECOND);
    }
    expect(await stateOf(two.id)).toMatchObject({ status: "failed", error: "connection refused" });
    expect(written().length).toBeGreaterThan(count + 50);
    expect(await world.owed(ctx)).toEqual([]);
    const parked = world.changeRisk.parkedWork.find(({ name }) => name === "change-risk.write-back")!;
    expect(await parked.byTenant(ctx.tenantId)).toMatchObject([{ count: 1 }]);
    world.desk.answer = async () => OK;
    expect(await parked.release(ctx.tenantId)).toBe(1);
    await turn();
    expect((await stateOf(two.id)).status).toBe("delivered");
  });

  it("waits as long as the service desk asks, with everything else for it", async () => {
    const limited: WriteOutcome = {
      ok: false,
      responseStatus: 429,
      error: "too many requests",
      retryable: true,
      retryAfterMs: 90 * SECOND,
    };
    await analysed();
    world.desk.answer = async () => limited;
    await turn();
    world.desk.answer = async () => OK;
    await analysed();
    // The second was queued after the first asked: it is held with the first attempt that is refused.
    world.desk.answer = async () => limited;
    await turn();
    world.desk.answer = async () => OK;
    const before = written().length;
    world.clock.advance(89 * SECOND);
    await turn();
    expect(written()).toHaveLength(before);
    world.clock.advance(2 * SECOND);
    await turn();
    expect(written()).toHaveLength(before + 2);
  });

  it("is not tried again where the configuration is at fault, until the change is asked for again", async () => {
    const { id, asked } = await analysed();
    world.desk.answer = async () => ({
      ok: false,
      responseStatus: null,
      error: "the integration is not active",
      retryable: false,
    });
    await turn();
    world.clock.advance(24 * HOUR);
    await turn();
    expect(await stateOf(id)).toMatchObject({ status: "failed", error: "the integration is not active" });
    expect(written()).toHaveLength(1);
    world.desk.answer = async () => OK;
    expect(await world.request(asked, ctx)).toEqual({ id, status: "completed" });
    await turn();
    expect(await stateOf(id)).toMatchObject({ status: "delivered", attempts: [{}, {}] });
    await world.request(asked, ctx);
    await turn();
    expect(written()).toHaveLength(2);
  });

  it("survives a writer that throws", async () => {
    const { id } = await analysed();
    world.desk.answer = async () => {
      throw new Error("secret-of-the-client");
    };
    await turn();
    const state = await stateOf(id);
    expect(state.status).toBe("pending");
    expect(JSON.stringify(state)).not.toContain("secret-of-the-client");
  });

  it("of an earlier analysis of the task gives way to the later one", async () => {
    const node = `task-${newId()}`;
    const first = await analysed(node);
    world.clock.advance(SECOND);
    const second = await analysed(node);
    const elsewhere = await analysed(node, newId(), OTHER_INTEGRATION);
    await turn();
    expect(
      written()
        .map(({ analysisId }) => analysisId)
        .sort(),
    ).toEqual([second.id, elsewhere.id].sort());
    expect(await stateOf(first.id)).toMatchObject({ status: "failed", attempts: [] });
    expect((await stateOf(first.id)).error).toMatch(/later analysis/);
    await world.request(first.asked, ctx);
    await turn();
    expect(written()).toHaveLength(2);
  });

  it("of an analysis that was finished late is not written over a later one", async () => {
    const node = `task-${newId()}`;
    const first = await world.request({ ci_name: ["a"], task_node_id: node }, ctx);
    await world.postgres.query("update change_analyses set not_before = now() + interval '1 day' where id = $1", [
      first.id,
    ]);
    world.clock.advance(SECOND);
    const second = await analysed(node);
    await turn();
    await world.postgres.query("update change_analyses set not_before = created_at where id = $1", [first.id]);
    await world.analyse(ctx);
    await turn();
    expect(written().map(({ analysisId }) => analysisId)).toEqual([second.id]);
    expect((await world.get(first.id, ctx)).status).toBe("completed");
    expect((await stateOf(first.id)).status).toBe("failed");
  });

  it("waits while an earlier result is being written to the task", async () => {
    const node = `task-${newId()}`;
    await analysed(node);
    let release: ((outcome: WriteOutcome) => void) | undefined;
    world.desk.answer = () => new Promise((resolve) => (release = resolve));
    const busy = turn();
    await expect.poll(() => written().length).toBe(1);
    world.clock.advance(SECOND);
    const second = await analysed(node);
    world.desk.answer = async () => OK;
    await turn();
    expect(written()).toHaveLength(1);
    release?.(DOWN);
    await busy;
    await turn();
    expect(written().map(({ analysisId }) => analysisId)).toEqual([written()[0]!.analysisId, second.id]);
  });

  it("is written once by two processes, and by few at once to one service desk", async () => {
    let inFlight = 0;
    let most = 0;
    world.desk.answer = async () => {
      most = Math.max(most, ++inFlight);
      await sleep(30);
      inFlight--;
      return OK;
    };
    for (let n = 0; n < 20; n++) await analysed();
    const second = createChangeRisk(world.deps);
    while ((await world.owed(ctx)).length > 0) await Promise.all([turn(), world.writeBack(ctx, second)]);
    expect(new Set(written().map(({ analysisId }) => analysisId)).size).toBe(20);
    expect(written()).toHaveLength(20);
    expect(most).toBeLessThanOrEqual(3);
  });

  it("is not repeated where its success was recorded after another process took it over", async () => {
    const { id } = await analysed();
    let release: (() => void) | undefined;
    world.desk.answer = () => new Promise((resolve) => (release = () => resolve(OK)));
    const late = turn();
    await expect.poll(() => release).toBeDefined();
    await world.loseLeases(ctx);
    world.desk.answer = async () => DOWN;
    await turn();
    release?.();
    await late;
    expect((await stateOf(id)).status).toBe("delivered");
    world.clock.advance(HOUR);
    await turn();
    expect(written()).toHaveLength(2);
  });

  it("is written again where the task went back to an earlier content", async () => {
    const node = `task-${newId()}`;
    const asked = [];
    for (const note of ["A", "B", "A"]) {
      asked.push(await analysed(node, note));
      await turn();
    }
    expect(written().map(({ analysisId }) => analysisId)).toEqual(asked.map(({ id }) => id));
    expect(new Set(written().map(({ mutationId }) => mutationId)).size).toBe(3);
    expect(await stateOf(asked[2]!.id)).toMatchObject({ status: "delivered" });
  });

  it("whose success could not be recorded is recorded later and not written again", async () => {
    const failing = { fails: false };
    const postgres = {
      ...world.postgres,
      transaction: ((work, kind) => {
        if (failing.fails) return Promise.reject(new Error("Postgres is away"));
        return world.postgres.transaction(work, kind);
      }) as typeof world.postgres.transaction,
    };
    const changeRisk = createChangeRisk({ ...world.deps, postgres });
    const { id } = await analysed();
    failing.fails = true;
    await expect(world.writeBack(ctx, changeRisk)).rejects.toThrow("Postgres is away");
    failing.fails = false;
    await world.loseLeases(ctx);
    await world.writeBack(ctx, changeRisk);
    expect(written()).toHaveLength(1);
    expect((await stateOf(id)).status).toBe("delivered");
  });

  it("whose process died gives way to a later one of the task", async () => {
    const node = `task-${newId()}`;
    const first = await analysed(node);
    let die: (() => void) | undefined;
    world.desk.answer = () => new Promise((_resolve, reject) => (die = () => reject(new Error("it died"))));
    const dead = turn();
    await expect.poll(() => die).toBeDefined();
    world.clock.advance(SECOND);
    const second = await analysed(node);
    await world.loseLeases(ctx);
    world.desk.answer = async () => OK;
    await turn();
    die?.();
    await dead;
    expect(written().map(({ analysisId }) => analysisId)).toEqual([first.id, second.id]);
    expect(await stateOf(first.id)).toMatchObject({ status: "failed", error: expect.stringMatching(/later analysis/) });
    expect((await stateOf(second.id)).status).toBe("delivered");
    expect(await world.owed(ctx)).toEqual([]);
  });

  it("that was given up is tried again by the operator, but never over a later one of the task", async () => {
    const node = `task-${newId()}`;
    const [first, alone] = [await analysed(node), await analysed()];
    world.desk.answer = async () => DOWN;
    while ((await stateOf(first.id)).status === "pending" || (await stateOf(alone.id)).status === "pending") {
      await turn();
      world.clock.advance(HOUR / 2);
    }
    world.desk.answer = async () => OK;
    const second = await analysed(node);
    await turn();
    const before = written().length;
    const parked = world.changeRisk.parkedWork.find(({ name }) => name === "change-risk.write-back")!;
    expect(await parked.byTenant(ctx.tenantId)).toMatchObject([{ count: 1 }]);
    expect(await parked.release(ctx.tenantId)).toBe(1);
    await turn();
    expect(
      written()
        .slice(before)
        .map(({ analysisId }) => analysisId),
    ).toEqual([alone.id]);
    expect((await stateOf(second.id)).status).toBe("delivered");
  });
});
