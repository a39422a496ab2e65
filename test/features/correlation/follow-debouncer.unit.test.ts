import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createFollowDebouncer } from "../../../src/features/correlation/incidents/incidents.job.ts";
import { FOLLOW_INCIDENTS } from "../../../src/features/correlation/incidents/job-refs.ts";
import type { SendJobs } from "../../../src/platform/jobs/jobs.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";

function world(answer: () => Promise<void> = async () => undefined) {
  const sent: string[] = [];
  const warned: string[] = [];
  const log = createLogger("silent");
  log.warn = ((...said: unknown[]) => void warned.push(String(said[1]))) as typeof log.warn;
  const jobs = fakeJobs();
  const send: SendJobs["send"] = async (ref, payload) => {
    await jobs.send(ref, payload);
    for (const { name, payload } of jobs.take()) {
      expect(name).toBe(FOLLOW_INCIDENTS.name);
      sent.push((payload as { tenantId: string }).tenantId);
    }
    await answer();
  };
  return { sent, warned, debouncer: createFollowDebouncer({ jobs: { send }, log }) };
}

test("the incident debouncer sends one job per tenant for many changes", async () => {
  const { sent, debouncer } = world();
  for (const tenant of ["a", "b", "a", "a"]) debouncer.onWork(tenant);
  expect(sent).toEqual([]);
  await expect.poll(() => sent).toEqual(["a", "b"]);
  debouncer.onWork("a");
  await expect.poll(() => sent).toEqual(["a", "b", "a"]);
});

test("stopping the incident debouncer sends what is pending, and nothing afterwards", async () => {
  const { sent, warned, debouncer } = world();
  debouncer.onWork("a");
  await debouncer.stop();
  expect(sent).toEqual(["a"]);
  debouncer.onWork("b");
  await sleep(500);
  expect(sent).toEqual(["a"]);
  expect(warned).toEqual([]);
});

test("stopping the incident debouncer neither fails nor hangs if jobs cannot be sent", async () => {
  const broken = world(() => Promise.reject(new Error("away")));
  broken.debouncer.onWork("a");
  await broken.debouncer.stop();
  expect(broken.warned).toHaveLength(1);
  const hanging = world(() => new Promise(() => undefined));
  hanging.debouncer.onWork("a");
  const done = hanging.debouncer.stop().then(() => "stopped");
  expect(await Promise.race([done, sleep(10_000, "still waiting", { ref: false })])).toBe("stopped");
});
