import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { conflict, unavailable } from "../../../src/errors.ts";
import { TAKE_TURN } from "../../../src/features/enrichment/job-refs.ts";
import { SCOPES } from "../../../src/model/scopes.ts";
import { ModelFault } from "../../../src/platform/ai/index.ts";
import { createEnrichmentWorld, type EnrichmentWorld, type TestWork, testWork } from "./support.ts";

let world: EnrichmentWorld;
let cpe: TestWork;
let families: TestWork;
let owner: RequestContext;

beforeAll(async () => {
  world = await createEnrichmentWorld([]);
});
afterAll(() => world?.close());

beforeEach(async () => {
  cpe = testWork("cpe");
  families = testWork("families");
  world.works.splice(0, world.works.length, cpe, families);
  await world.postgres.query("delete from enrichment_runs");
  await world.postgres.query("update enrichment_schedules set next_run = null");
  owner = await world.newTenant();
  // Schedules are not of these tests.
  await world.enrichment.schedules.update(owner, "cpe", { enabled: false });
  await world.enrichment.schedules.update(owner, "families", { enabled: false });
});

const runs = { start: (name: "cpe" | "families" = "cpe", ctx = owner) => world.enrichment.runs.start(ctx, { name }) };
const get = (id: string, ctx = owner) => world.enrichment.runs.get(ctx, id);
const turn = (ctx = owner, signal?: AbortSignal, by?: EnrichmentWorld["enrichment"]) =>
  world.run(TAKE_TURN, { tenantId: ctx.tenantId }, signal, by);

describe("a run", () => {
  it("takes turns until nothing is left, and shows how far it is", async () => {
    const { id, status } = await runs.start();
    expect(status).toBe("queued");
    await turn();
    expect(await get(id)).toMatchObject({ status: "running", done: 10, total: 25, changed: 10, endedAt: null });
    await world.work();
    expect(await get(id)).toMatchObject({
      status: "completed",
      done: 25,
      total: 25,
      changed: 25,
      failed: 0,
      error: null,
    });
    expect((await get(id)).endedAt).not.toBeNull();
    expect(cpe.done.get(owner.tenantId)).toEqual(Array.from({ length: 25 }, (_, at) => at));
  });

  it("of a tenant is no other tenant's", async () => {
    const { id } = await runs.start();
    const other = await world.newTenant();
    await expect(get(id, other)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await expect(world.enrichment.runs.cancel(other, id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect(await world.all(other)).toEqual([]);
    expect((await runs.start("cpe", other)).status).toBe("queued");
  });

  it("needs cmdb.write to start and cancel, and cmdb.read to be seen", async () => {
    const { id } = await runs.start();
    const without = (scope: string) => ({ ...owner, scopes: new Set(SCOPES.filter((one) => one !== scope)) });
    await expect(runs.start("families", without("cmdb.write"))).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const cancel = world.enrichment.runs.cancel(without("cmdb.write"), id);
    await expect(cancel).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(get(id, without("cmdb.read"))).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });

  it("is started once by 64 callers at the same time, and the others learn its id", async () => {
    const tries = await Promise.allSettled(Array.from({ length: 64 }, () => runs.start()));
    const started = tries.filter((one) => one.status === "fulfilled");
    expect(started).toHaveLength(1);
    const id = (await world.all(owner))[0]?.id;
    expect(started[0]!.value.id).toBe(id);
    for (const refused of tries.filter((one) => one.status === "rejected")) {
      expect(refused.reason).toMatchObject({ code: "CONFLICT", details: { existing_id: id } });
    }
    expect(await world.all(owner)).toHaveLength(1);
  });

  it("can be started again once it has ended", async () => {
    await runs.start();
    await world.work();
    expect((await runs.start()).status).toBe("queued");
  });

  it("is refused where it could do nothing, and fails where it cannot go on", async () => {
    cpe.reason = "no model is configured";
    await expect(runs.start()).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("no model"),
    });
    await expect(world.enrichment.runs.start(owner, { name: "embeddings" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    cpe.reason = undefined;
    const { id } = await runs.start();
    await turn();
    cpe.reason = "no model is configured";
    await turn();
    expect(await get(id)).toMatchObject({ status: "failed", done: 10, error: expect.stringContaining("no model") });
  });

  it("whose items all fail has failed, with the reason", async () => {
    cpe.takeTurn = async () => ({ done: 3, changed: 0, failed: 3, next: undefined, error: "the dictionary\nis empty" });
    const { id } = await runs.start();
    await world.work();
    expect(await get(id)).toMatchObject({ status: "failed", done: 3, failed: 3, error: "the dictionary is empty" });
  });
});

describe("a turn", () => {
  it("of one name does not wait for the turns of another", async () => {
    cpe.items = 100_000;
    await runs.start("cpe");
    const { id } = await runs.start("families");
    for (let turns = 0; turns < 6; turns++) await turn();
    expect(await get(id)).toMatchObject({ status: "completed", done: 25 });
  });

  it("of one tenant is followed by those of others, however long its run is", async () => {
    cpe.items = 100_000;
    await runs.start();
    await turn();
    const other = await world.newTenant();
    await runs.start("families", other);
    const order = await world.owedTurns();
    expect(order.indexOf(other.tenantId)).toBeLessThan(order.indexOf(owner.tenantId));
  });

  it("is taken by one of two workers at the same time", async () => {
    const seen: number[] = [];
    cpe.beforeItem = async (item) => {
      seen.push(item);
      await sleep(2);
    };
    const { id } = await runs.start();
    const second = world.make();
    for (let round = 0; round < 4; round++) await Promise.all([turn(), turn(owner, undefined, second)]);
    expect(await get(id)).toMatchObject({ status: "completed", done: 25 });
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => at));
  });

  it("that died is repeated, and the run ends once", async () => {
    const { id } = await runs.start();
    await turn();
    const died = new Error("killed");
    cpe.beforeItem = (item) => {
      if (item === 15) throw died;
    };
    // What a killed process leaves: its claim.
    const query = world.postgres.query.bind(world.postgres);
    const dead = world.make({
      postgres: {
        ...world.postgres,
        query: (text: string, values?: readonly unknown[]) =>
          /claimed_until = null/.test(text) ? Promise.reject(died) : query(text, values as unknown[]),
      } as typeof world.postgres,
    });
    await expect(turn(owner, undefined, dead)).rejects.toThrow("killed");
    expect(await get(id)).toMatchObject({ status: "running", done: 10 });
    expect(await world.owedTurns()).toEqual([]);
    cpe.beforeItem = () => {};
    await world.loseLease(id);
    await world.work();
    expect(await get(id)).toMatchObject({ status: "completed", done: 25, changed: 25 });
    expect(await world.all(owner)).toHaveLength(1);
  });

  it("that always throws fails its run after some tries, and no other", async () => {
    cpe.takeTurn = async () => {
      throw new Error("password=hunter2 in a driver's text");
    };
    const broken = await runs.start("cpe");
    const sound = await runs.start("families");
    for (let tries = 0; tries < 6; tries++) {
      await world.work();
      await world.passPauses();
    }
    const failed = await get(broken.id);
    expect(failed).toMatchObject({ status: "failed", error: expect.stringMatching(/^An internal error/) });
    expect(JSON.stringify(failed)).not.toContain("hunter2");
    expect(await get(sound.id)).toMatchObject({ status: "completed" });
    expect(await world.owedTurns()).toEqual([]);
  });

  it("that a model does not answer tells so, and is tried again after a pause", async () => {
    const answer = cpe.takeTurn;
    cpe.takeTurn = async () => {
      throw new ModelFault("timeout", "no answer of sk-secret");
    };
    const { id } = await runs.start();
    await turn();
    expect(await get(id)).toMatchObject({ status: "running", error: "The model gave no answer (timeout)" });
    expect(await world.owedTurns()).toEqual([]);
    cpe.takeTurn = answer;
    await world.passPauses();
    await world.work();
    expect(await get(id)).toMatchObject({ status: "completed", error: null });
  });

  it("that is refused fails its run at once", async () => {
    cpe.takeTurn = async () => {
      throw conflict("the budget of the month is used up");
    };
    const { id } = await runs.start();
    await turn();
    expect(await get(id)).toMatchObject({ status: "failed", error: "the budget of the month is used up" });
  });

  it("that a store keeps waiting uses no try", async () => {
    const { id } = await runs.start();
    cpe.beforeItem = () => {
      throw unavailable("the graph is away");
    };
    for (let tries = 0; tries < 8; tries++) {
      await turn();
      await world.passPauses();
    }
    expect(await get(id)).toMatchObject({ status: "running", done: 0, error: null });
    cpe.beforeItem = () => {};
    await world.work();
    expect(await get(id)).toMatchObject({ status: "completed", done: 25 });
  });

  it("that a stop of the process interrupts goes on elsewhere without a lost try", async () => {
    const stop = new AbortController();
    cpe.beforeItem = (_item, { signal }) => {
      stop.abort(new Error("the process stops"));
      signal.throwIfAborted();
    };
    const { id } = await runs.start();
    for (let stops = 0; stops < 8; stops++) {
      await turn(owner, stop.signal);
      await world.passPauses();
    }
    cpe.beforeItem = () => {};
    await world.work();
    expect(await get(id)).toMatchObject({ status: "completed", done: 25 });
  });

  it("that does not end is given up, also where it does not listen, and its run fails after some tries", async () => {
    cpe.takeTurn = () => new Promise(() => {});
    const hasty = world.make({ turnLimitMs: 5 });
    const { id } = await runs.start();
    await turn(owner, undefined, hasty);
    expect(await get(id)).toMatchObject({ status: "running", error: "A turn did not end in time" });
    await world.postgres.query("update enrichment_runs set tries = 5, not_before = now() where id = $1", [id]);
    await turn(owner, undefined, hasty);
    expect(await get(id)).toMatchObject({ status: "failed", error: "A turn did not end in time" });
  });

  it("that reports nonsense does not end up in the figures", async () => {
    cpe.takeTurn = async () => ({ done: Number.NaN, changed: -1, failed: 0, next: undefined });
    const { id } = await runs.start();
    await turn();
    expect(await get(id)).toMatchObject({ status: "running", done: 0, changed: 0 });
  });

  it("without progress pauses, and a run that gets nowhere for a day is given up", async () => {
    cpe.takeTurn = async ({ after }) => ({ done: 0, changed: 0, failed: 0, next: after ?? "0" });
    const { id } = await runs.start();
    await turn();
    await turn();
    expect(await world.owedTurns()).toEqual([]);
    await world.postgres.query(
      "update enrichment_runs set not_before = now(), progress_at = now() - interval '25 hours'",
    );
    await turn();
    expect(await get(id)).toMatchObject({ status: "failed", error: "It got nowhere for a day" });
  });
});

describe("cancelling", () => {
  it("ends a run that waits, and one between two turns", async () => {
    const waiting = await runs.start();
    expect(await world.enrichment.runs.cancel(owner, waiting.id)).toMatchObject({ status: "cancelled", done: 0 });
    const begun = await runs.start();
    await turn();
    expect(await world.enrichment.runs.cancel(owner, begun.id)).toMatchObject({ status: "cancelled", done: 10 });
    await world.work();
    expect(await get(begun.id)).toMatchObject({ status: "cancelled", done: 10 });
    expect((await get(begun.id)).endedAt).not.toBeNull();
    expect(cpe.done.get(owner.tenantId)).toHaveLength(10);
  });

  it("ends the turn that is being taken, whose work counts", async () => {
    const quick = world.make({ renewMs: 5 });
    let cancelled = false;
    cpe.takeTurn = async ({ signal }) => {
      await world.enrichment.runs.cancel(owner, id);
      cancelled = true;
      while (!signal.aborted) await sleep(2);
      return { done: 4, changed: 4, failed: 0, next: "4" };
    };
    const { id } = await runs.start();
    await turn(owner, undefined, quick);
    expect(cancelled).toBe(true);
    expect(await get(id)).toMatchObject({ status: "cancelled", done: 4 });
    expect(await world.owedTurns()).toEqual([]);
  });

  it("works while the worker is gone, and a new run waits for what may still be under way", async () => {
    const { id } = await runs.start();
    await world.postgres.query(
      "update enrichment_runs set status = 'running', attempt = 'gone', claimed_until = now() + interval '20 seconds'",
    );
    expect(await world.enrichment.runs.cancel(owner, id)).toMatchObject({ status: "cancelled" });
    const next = await runs.start();
    await turn();
    expect(await get(next.id)).toMatchObject({ status: "queued" });
    await world.loseLease(id);
    await world.work();
    expect(await get(next.id)).toMatchObject({ status: "completed" });
  });

  it("again changes nothing, and is refused once a run has ended by itself", async () => {
    const { id } = await runs.start();
    const first = await world.enrichment.runs.cancel(owner, id);
    expect(await world.enrichment.runs.cancel(owner, id)).toEqual(first);
    const ended = await runs.start();
    await world.work();
    const cancel = world.enrichment.runs.cancel(owner, ended.id);
    await expect(cancel).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("completed") });
  });
});

describe("retention", () => {
  it("deletes what ended more than 90 days ago, and nothing that is open", async () => {
    const old = await runs.start("cpe");
    await world.work();
    const open = await runs.start("families");
    await world.postgres.query(
      "update enrichment_runs set created_at = now() - interval '100 days', ended_at = ended_at - interval '91 days'",
    );
    expect(await world.enrichment.retention.enrichment_runs(owner.tenantId)).toBe(1);
    await expect(get(old.id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect((await get(open.id)).status).toBe("queued");
  });
});
