import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createNudge } from "../../../src/features/correlation/incidents/incidents.job.ts";
import { FOLLOW_INCIDENTS } from "../../../src/features/correlation/incidents/job-refs.ts";
import type { SendJobs } from "../../../src/platform/jobs/jobs.ts";
import { createLogger } from "../../../src/platform/log.ts";

function world(answer: () => Promise<void> = async () => undefined) {
  const sent: string[] = [];
  const warned: string[] = [];
  const log = createLogger("silent");
  log.warn = ((...said: unknown[]) => void warned.push(String(said[1]))) as typeof log.warn;
  const send: SendJobs["send"] = async (ref, payload) => {
    expect(ref).toBe(FOLLOW_INCIDENTS);
    sent.push(FOLLOW_INCIDENTS.payload.parse(payload).tenantId);
    await answer();
  };
  return { sent, warned, nudge: createNudge({ jobs: { send }, log }) };
}

test("the incident debouncer sends one job per tenant for many changes", async () => {
  const { sent, nudge } = world();
  for (const tenant of ["a", "b", "a", "a"]) nudge.onWork(tenant);
  expect(sent).toEqual([]);
  await expect.poll(() => sent).toEqual(["a", "b"]);
  nudge.onWork("a");
  await expect.poll(() => sent).toEqual(["a", "b", "a"]);
});

test("stopping the incident debouncer sends what is pending, and nothing afterwards", async () => {
  const { sent, warned, nudge } = world();
  nudge.onWork("a");
  await nudge.stop();
  expect(sent).toEqual(["a"]);
  nudge.onWork("b");
  await sleep(500);
  expect(sent).toEqual(["a"]);
  expect(warned).toEqual([]);
});

test("stopping the incident debouncer neither fails nor hangs if jobs cannot be sent", async () => {
  const broken = world(() => Promise.reject(new Error("away")));
  broken.nudge.onWork("a");
  await broken.nudge.stop();
  expect(broken.warned).toHaveLength(1);
  const hanging = world(() => new Promise(() => undefined));
  hanging.nudge.onWork("a");
  const done = hanging.nudge.stop().then(() => "stopped");
  expect(await Promise.race([done, sleep(10_000, "still waiting", { ref: false })])).toBe("stopped");
});
