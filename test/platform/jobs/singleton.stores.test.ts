import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "../../../src/platform/ids.ts";
import { defineJob, jobRef, OWED_WORK_QUEUE } from "../../../src/platform/jobs/job-ref.ts";
import { createJobs, type Jobs } from "../../../src/platform/jobs/jobs.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";

const TURN = jobRef("test.turn", z.object({ tenantId: z.string() }), OWED_WORK_QUEUE);

let opened: Scratch;
let jobs: Jobs;
beforeAll(async () => {
  opened = await scratchDatabase();
  jobs = createJobs({ url: opened.url, log });
  jobs.define([defineJob(TURN, { run: async () => undefined })]);
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
const send = (startAfterSeconds?: number) =>
  jobs.send(TURN, { tenantId }, { singletonKey: tenantId, ...(startAfterSeconds && { startAfterSeconds }) });
const states = async () => {
  const rows = await opened.postgres.query<{ state: string }>(
    "select state::text from pgboss.job where name = $1 and data->>'tenantId' = $2 order by created_on",
    [TURN.name, tenantId],
  );
  return rows.map(({ state }) => state);
};
const set = (changes: string) =>
  opened.postgres.query(`update pgboss.job set ${changes} where name = $1 and data->>'tenantId' = $2`, [
    TURN.name,
    tenantId,
  ]);

it("keeps one job of a key waiting, however long after the first the others are sent", async () => {
  await send();
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await Promise.all([send(), send(1)]);
  expect(await states()).toEqual(["created"]);
  await opened.postgres.transaction((tx) => jobs.send(TURN, { tenantId }, { singletonKey: tenantId, tx }));
  expect(await states()).toEqual(["created"]);
});

it("sends the successor of a job that runs or has ended, within the same second", async () => {
  await send();
  await set("state = 'active'");
  await send();
  expect(await states()).toEqual(["active", "created"]);
  await set("state = 'completed'");
  await send();
  expect(await states()).toEqual(["completed", "completed", "created"]);
});

it("does not wait for a job whose next try is far away", async () => {
  await send();
  await set("state = 'retry', start_after = now() + interval '4 minutes'");
  await send();
  expect(await states()).toEqual(["retry", "created"]);
});

it("tries the jobs of owed work every few seconds", async () => {
  const [queue] = await opened.postgres.query("select retry_delay_max from pgboss.queue where name = $1", [TURN.name]);
  expect(queue).toEqual({ retry_delay_max: 4 });
});
