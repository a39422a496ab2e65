import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "../../../src/platform/ids.ts";
import { defineJob, jobRef } from "../../../src/platform/jobs/job-ref.ts";
import { createJobs, type Jobs } from "../../../src/platform/jobs/jobs.ts";
import { createOwedWorkSweeper, type OwedWork, owedWork } from "../../../src/platform/jobs/owed-work.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";

const DO_WORK = jobRef("test.do-work", z.object({ tenantId: z.string(), thing: z.int() }));

let opened: Scratch;
let jobs: Jobs;
beforeAll(async () => {
  opened = await scratchDatabase();
  jobs = createJobs({ url: opened.url, log });
  jobs.define([defineJob(DO_WORK, { run: async () => undefined })]);
  await jobs.start({ work: false });
});
afterAll(async () => {
  await jobs.stop(1_000);
  await opened.drop();
});

let tenantId: string;
beforeEach(() => {
  tenantId = newId();
});

const sweeperOf = (...owed: OwedWork[]) => {
  const sweeper = createOwedWorkSweeper({ postgres: opened.postgres, jobs, log });
  sweeper.add(owed);
  return sweeper;
};
const things = (...numbers: number[]) => owedWork(DO_WORK, async () => numbers.map((thing) => ({ tenantId, thing })));
const jobsOfTenant = () =>
  opened.postgres.query<{ thing: number; state: string }>(
    `select (data->>'thing')::int as thing, state::text from pgboss.job
     where name = $1 and data->>'tenantId' = $2 order by 1, 2`,
    [DO_WORK.name, tenantId],
  );
const setJobs = (changes: string) =>
  opened.postgres.query(`update pgboss.job set ${changes} where name = $1 and data->>'tenantId' = $2`, [
    DO_WORK.name,
    tenantId,
  ]);

describe("the sweep for owed work", () => {
  it("sends a job for each thing that has none, once", async () => {
    const sweeper = sweeperOf(things(1, 2));
    await sweeper.sweep();
    await sweeper.sweep();
    expect(await jobsOfTenant()).toEqual([
      { thing: 1, state: "created" },
      { thing: 2, state: "created" },
    ]);
  });

  it.each(["completed", "failed", "cancelled"])("sends it again where the job is %s", async (state) => {
    const sweeper = sweeperOf(things(1));
    await sweeper.sweep();
    await setJobs(`state = '${state}'`);
    await sweeper.sweep();
    expect(await jobsOfTenant()).toEqual(
      [
        { thing: 1, state: "created" },
        { thing: 1, state },
      ].toSorted((a, b) => a.state.localeCompare(b.state)),
    );
  });

  it("sends it again where the next try of the job is far away, and waits where it is near", async () => {
    const sweeper = sweeperOf(things(1));
    await sweeper.sweep();
    await setJobs("state = 'retry', start_after = now() + interval '2 seconds'");
    await sweeper.sweep();
    expect(await jobsOfTenant()).toHaveLength(1);
    await setJobs("start_after = now() + interval '4 minutes'");
    await sweeper.sweep();
    expect(await jobsOfTenant()).toHaveLength(2);
  });

  it("goes on with the other kinds of work where one cannot be read", async () => {
    const unreadable = owedWork(DO_WORK, async () => {
      throw new Error("cannot be read");
    });
    await sweeperOf(unreadable, things(7)).sweep();
    expect(await jobsOfTenant()).toEqual([{ thing: 7, state: "created" }]);
  });
});
