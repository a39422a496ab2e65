import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unavailable } from "../../../src/errors.ts";
import { createRunMapping, owedRuns } from "../../../src/features/software/processes/run-mapping.ts";
import type { Step } from "../../../src/features/software/processes/run-steps.ts";
import { type NewRun, runsStore } from "../../../src/features/software/processes/runs.store.ts";
import { unseenNews } from "../../../src/platform/enrichment.ts";
import { newId } from "../../../src/platform/ids.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";

let scratch: Scratch;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch?.drop());

const call = { signal: new AbortController().signal, log };

/** Runs of a tenant whose only step is what the test makes of it. */
async function createRuns(batch: (runId: string | undefined) => Promise<void>, storesTakeWrites = async () => true) {
  const { postgres } = scratch;
  const tenantId = newId();
  await postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [tenantId]);
  const jobs = fakeJobs();
  const step: Step = {
    total: async () => 1,
    batch: async (ctx) => {
      await batch(ctx.requestId);
      return { place: undefined, processed: 1, result: {} };
    },
  };
  const steps = new Proxy({}, { get: () => step }) as Parameters<typeof createRunMapping>[0]["steps"];
  const run = createRunMapping({ postgres, jobs, steps, storesTakeWrites, news: unseenNews });
  return {
    tenantId,
    jobs,
    run: () => run({ tenantId }, call),
    async start(): Promise<string> {
      const id = newId();
      const actor = { kind: "user", id: "tester" } as const;
      const wanted: NewRun = { id, tenantId, mode: "apply", options: {}, actor, requestId: id, requestKey: id };
      await runsStore.insert(postgres, wanted);
      return id;
    },
    statusOf: async (id: string) => (await runsStore.find(postgres, tenantId, id))?.status,
    async isOwed() {
      const owed = await owedRuns({ postgres }).find();
      return owed.some((payload) => (payload as { tenantId: string }).tenantId === tenantId);
    },
  };
}

describe("createRunMapping", () => {
  it("leaves the runs that another process works on to a successor", async () => {
    const runs = await createRuns(async () => {});
    const id = await runs.start();
    await scratch.postgres.transaction(async (tx) => {
      expect(await runsStore.tryLock(tx, runs.tenantId)).toBe(true);
      for (let n = 0; n < 3; n++) await runs.run();
    });
    expect(runs.jobs.sent).toHaveLength(3);
    for (const [place, sent] of runs.jobs.sent.entries()) {
      expect(sent).toEqual({ name: "software.map-processes", payload: { tenantId: runs.tenantId } });
      const options = { singletonKey: runs.tenantId, startAfterSeconds: expect.any(Number) };
      expect(runs.jobs.options[place]).toEqual(options);
    }
    expect(await runs.statusOf(id)).toBe("queued");
    await runs.run();
    expect(await runs.statusOf(id)).toBe("completed");
  });

  it("fails a run whose statement always takes too long while the stores work, after the tenant's others", async () => {
    let slow = "";
    const runs = await createRuns(async (id) => {
      if (id !== slow) return;
      await scratch.postgres.transaction(async (tx) => {
        await tx.query("set local statement_timeout = 20");
        await tx.query("select pg_sleep(5)");
      });
    });
    slow = await runs.start();
    const other = await runs.start();
    await expect(runs.run()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await expect(runs.run()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect([await runs.statusOf(slow), await runs.statusOf(other)]).toEqual(["running", "completed"]);
    for (let n = 3; n < 20; n++) await expect(runs.run()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await runs.isOwed()).toBe(true);
    await runs.run();
    expect(await runs.statusOf(slow)).toBe("failed");
    expect(await runs.isOwed()).toBe(false);
    expect((await runsStore.find(scratch.postgres, runs.tenantId, slow))?.error).toContain("in time");
  });

  it("counts no outage", async () => {
    let away = true;
    const runs = await createRuns(
      async () => {
        if (away) throw unavailable("gone");
      },
      async () => !away,
    );
    const id = await runs.start();
    for (let n = 0; n < 25; n++) await expect(runs.run()).rejects.toThrow("gone");
    expect(await runs.statusOf(id)).toBe("running");
    away = false;
    await runs.run();
    expect(await runs.statusOf(id)).toBe("completed");
  });
});
