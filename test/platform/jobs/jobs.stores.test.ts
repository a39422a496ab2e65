import { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { unavailable } from "../../../src/errors.ts";
import { newId } from "../../../src/platform/ids.ts";
import { tidyFailedJobs } from "../../../src/platform/jobs/failed-jobs.ts";
import { defineJob, type JobCall, jobRef } from "../../../src/platform/jobs/job-ref.ts";
import { createJobs, type Jobs, type JobsDeps } from "../../../src/platform/jobs/jobs.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";

const PAYLOAD = z.object({ tenantId: z.string() });
const PATIENT = { timeout: 40_000, interval: 50 };

let opened: Scratch;
let running: Jobs[];
let logged: string[];
beforeAll(async () => {
  opened = await scratchDatabase();
});
afterAll(() => opened.drop());
beforeEach(() => {
  running = [];
  logged = [];
});
afterEach(async () => {
  for (const jobs of running) await jobs.stop(1_000);
});

/** A queue whose one kind of job, tried twice at most, does this. */
async function start(
  work: (payload: z.output<typeof PAYLOAD>, call: JobCall) => Promise<void>,
  deps: Partial<JobsDeps> = {},
) {
  const ref = jobRef(`test.${newId()}`, PAYLOAD, { retryLimit: 1 });
  const log = createLogger("warn", { write: (text: string) => logged.push(text) > 0 });
  const jobs = createJobs({ url: opened.url, log, ...deps });
  jobs.define([defineJob(ref, { run: work })]);
  await jobs.start({ work: true });
  running.push(jobs);
  return { jobs, ref };
}

interface Row {
  id: string;
  state: string;
  tries: number;
  message: string | null;
  kept_days: number;
}
const jobsOf = (name: string) =>
  opened.postgres.query<Row>(
    `select id, state::text, retry_count as tries, output->>'message' as message, deletion_seconds / 86400 as kept_days
     from pgboss.job where name = $1 order by created_on, id`,
    [name],
  );
const statesOf = async (name: string) => (await jobsOf(name)).map(({ state }) => state);

describe("a job that fails", () => {
  it("has failed once its tries are used up, with its error in the queue and in the log", async () => {
    const { jobs, ref } = await start(() => Promise.reject(new Error("the thing is broken")));
    await jobs.send(ref, { tenantId: "t" });
    await expect.poll(() => statesOf(ref.name), PATIENT).toEqual(["failed"]);
    expect((await jobsOf(ref.name))[0]).toMatchObject({ tries: 1, message: "the thing is broken" });
    expect(logged.filter((line) => line.includes('"job failed"'))).toHaveLength(2);
  });

  it("uses up no try while a store is away, and runs soon after its return", async () => {
    let away = true;
    let runs = 0;
    const work = async () => {
      runs++;
      if (away) throw unavailable("The graph store cannot be reached");
    };
    const { jobs, ref } = await start(work, { storesTakeWrites: async () => !away });
    await jobs.send(ref, { tenantId: "t" });
    // More often than its tries.
    await expect.poll(() => runs, PATIENT).toBe(3);
    expect(await statesOf(ref.name)).not.toContain("failed");
    const back = performance.now();
    away = false;
    await expect.poll(() => statesOf(ref.name), PATIENT).toEqual(["completed"]);
    expect(performance.now() - back).toBeLessThan(30_000);
    expect(logged.join("")).not.toContain("job failed");
  });

  it("fails if it reports an outage while both stores work", async () => {
    const { jobs, ref } = await start(() => Promise.reject(unavailable("too slow")));
    await jobs.send(ref, { tenantId: "t" });
    await expect.poll(() => statesOf(ref.name), PATIENT).toEqual(["failed"]);
  });

  it("waits at most ten seconds for its next try", async () => {
    const { ref } = await start(async () => undefined);
    const text = "select retry_delay_max from pgboss.queue where name = $1";
    expect(await opened.postgres.query(text, [ref.name])).toEqual([{ retry_delay_max: 10 }]);
  });

  it("is kept for 30 days, once for each payload, and no longer once its work is done", async () => {
    let broken = true;
    const { jobs, ref } = await start(async () => {
      if (broken) throw new Error("broken");
    });
    for (const tenantId of ["one", "one", "two"]) await jobs.send(ref, { tenantId });
    await expect.poll(() => statesOf(ref.name), PATIENT).toEqual(["failed", "failed", "failed"]);
    await tidy();
    expect(await jobsOf(ref.name)).toMatchObject([{ state: "failed", kept_days: 30 }, { kept_days: 30 }]);
    broken = false;
    await jobs.send(ref, { tenantId: "one" });
    await expect.poll(() => statesOf(ref.name), PATIENT).toContain("completed");
    await tidy();
    expect((await statesOf(ref.name)).sort()).toEqual(["completed", "failed"]);
  });
});

const tidy = () =>
  tidyFailedJobs({
    executeSql: async (text, values) => ({ rows: await opened.postgres.query(text, values) }),
  });

describe("a job of a newer version", () => {
  it("stays untouched where this version does not know its name", async () => {
    const newer = new PgBoss({ connectionString: opened.url, schema: "pgboss" });
    newer.on("error", () => undefined);
    await start(async () => undefined);
    await newer.start();
    const name = `newer.${newId()}`;
    await newer.createQueue(name);
    await newer.send(name, { tenantId: "t" });
    const { jobs, ref } = await start(async () => undefined);
    await jobs.send(ref, { tenantId: "t" });
    await expect.poll(() => statesOf(ref.name), PATIENT).toEqual(["completed"]);
    expect(await jobsOf(name)).toMatchObject([{ state: "created", tries: 0 }]);
    await newer.stop({ graceful: false });
  });

  it("fails with a reason that names its shape and no value where the payload is not known", async () => {
    const ran: string[] = [];
    const { ref } = await start(async ({ tenantId }) => void ran.push(tenantId));
    const newer = new PgBoss({ connectionString: opened.url, schema: "pgboss" });
    newer.on("error", () => undefined);
    await newer.start();
    await newer.send(ref.name, { tenants: ["confidential"] });
    await newer.stop({ graceful: false });
    await expect.poll(() => statesOf(ref.name), PATIENT).toEqual(["failed"]);
    const [{ message } = { message: "" }] = await jobsOf(ref.name);
    expect(message).toContain(`does not know the shape of the payload (tenants: array) of ${ref.name}`);
    expect(message).not.toContain("confidential");
    expect(ran).toEqual([]);
  });
});
