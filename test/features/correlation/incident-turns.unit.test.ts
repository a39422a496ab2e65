import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { incidentJobs } from "../../../src/features/correlation/incidents/incidents.job.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const call = { signal: new AbortController().signal, log: createLogger("silent") };
/** Runs the job over this many batches of events and of incidents, each of which takes 300 ms. */
async function run(batches: { events: number; incidents: number }) {
  const left = { ...batches };
  const jobs = fakeJobs();
  const slow = async (kind: keyof typeof left) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return Math.max(left[kind]--, 0);
  };
  const [job] = incidentJobs({
    jobs,
    groupEvents: async () => ({ queued: await slow("events"), failed: [] }),
    analyseIncidents: async () => ({ stale: await slow("incidents"), failed: [] }),
  });
  const running = job!.run({ tenantId: "one" }, call);
  await vi.advanceTimersByTimeAsync(60_000);
  await running;
  return { left, sent: jobs.sent.map((job, place) => ({ ...job, options: jobs.options[place] })) };
}
const SUCCESSOR = { name: "incidents.follow", payload: { tenantId: "one" }, options: { singletonKey: "one" } };

describe("the job of incidents", () => {
  it("ends after about a second and sends its successor, while events or incidents wait", async () => {
    expect(await run({ events: 100, incidents: 100 })).toEqual({
      left: { events: 96, incidents: 100 },
      sent: [SUCCESSOR],
    });
    expect(await run({ events: 0, incidents: 100 })).toEqual({
      left: { events: -1, incidents: 97 },
      sent: [SUCCESSOR],
    });
  });

  it("sends none once nothing waits", async () => {
    expect((await run({ events: 0, incidents: 1 })).sent).toEqual([]);
  });
});
