import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "../../../src/platform/ids.ts";
import { jobRef } from "../../../src/platform/jobs/job-ref.ts";
import { createOwedWorkSweeper, type OwedWork, owedWork } from "../../../src/platform/jobs/owed-work.ts";
import { log } from "../../support/scratch.ts";
import { waitingQueue } from "./support.ts";

const DO_WORK = jobRef("test.do-work", z.object({ tenantId: z.string(), thing: z.int() }));

const queue = waitingQueue(DO_WORK);
let tenantId: string;
beforeEach(() => {
  tenantId = newId();
});

const sweeperOf = (...owed: OwedWork[]) => {
  const sweeper = createOwedWorkSweeper({ postgres: queue.opened.postgres, jobs: queue.jobs, log });
  sweeper.add(owed);
  return sweeper;
};
const things = (...numbers: number[]) => owedWork(DO_WORK, async () => numbers.map((thing) => ({ tenantId, thing })));
const jobsOfTenant = async () =>
  (
    await queue.jobsOf<{ thing: number; state: string }>(tenantId, "(data->>'thing')::int as thing, state::text")
  ).toSorted((a, b) => a.thing - b.thing || a.state.localeCompare(b.state));

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
    await queue.change(tenantId, `state = '${state}'`);
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
    await queue.change(tenantId, "state = 'retry', start_after = now() + interval '2 seconds'");
    await sweeper.sweep();
    expect(await jobsOfTenant()).toHaveLength(1);
    await queue.change(tenantId, "start_after = now() + interval '4 minutes'");
    await sweeper.sweep();
    expect(await jobsOfTenant()).toHaveLength(2);
  });

  it("continues with the other kinds of work where one cannot be read", async () => {
    const unreadable = owedWork(DO_WORK, async () => {
      throw new Error("cannot be read");
    });
    await sweeperOf(unreadable, things(7)).sweep();
    expect(await jobsOfTenant()).toEqual([{ thing: 7, state: "created" }]);
  });
});
