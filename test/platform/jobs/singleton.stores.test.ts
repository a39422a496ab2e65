import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "../../../src/platform/ids.ts";
import { jobRef, OWED_WORK_QUEUE } from "../../../src/platform/jobs/job-ref.ts";
import { waitingQueue } from "./support.ts";

const TURN = jobRef("test.turn", z.object({ tenantId: z.string() }), OWED_WORK_QUEUE);

const queue = waitingQueue(TURN);
let tenantId: string;
beforeEach(() => {
  tenantId = newId();
});
const send = (startAfterSeconds?: number) =>
  queue.jobs.send(TURN, { tenantId }, { singletonKey: tenantId, ...(startAfterSeconds && { startAfterSeconds }) });
const states = async () => (await queue.jobsOf<{ state: string }>(tenantId, "state::text")).map(({ state }) => state);

it("lets one job of a key wait, however long after the first the others are sent", async () => {
  await send();
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await Promise.all([send(), send(1)]);
  expect(await states()).toEqual(["created"]);
  await queue.opened.postgres.transaction((tx) => queue.jobs.send(TURN, { tenantId }, { singletonKey: tenantId, tx }));
  expect(await states()).toEqual(["created"]);
  await queue.jobs.send(TURN, { tenantId }, { singletonKey: `another ${tenantId}` });
  expect(await states()).toEqual(["created", "created"]);
});

it("sends the successor of a job that runs or has ended, within the same second", async () => {
  await send();
  await queue.change(tenantId, "state = 'active'");
  await send();
  expect(await states()).toEqual(["active", "created"]);
  await queue.change(tenantId, "state = 'completed'");
  await send();
  expect(await states()).toEqual(["completed", "completed", "created"]);
});

it("does not wait for a job whose next try is far away", async () => {
  await send();
  await queue.change(tenantId, "state = 'retry', start_after = now() + interval '4 minutes'");
  await send();
  expect(await states()).toEqual(["retry", "created"]);
});

it("tries the jobs of owed work every few seconds", async () => {
  const text = "select retry_delay_max from pgboss.queue where name = $1";
  expect(await queue.opened.postgres.query(text, [TURN.name])).toEqual([{ retry_delay_max: 4 }]);
});
