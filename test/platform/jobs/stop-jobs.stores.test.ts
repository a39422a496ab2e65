import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineJob, type JobCall, jobRef } from "../../../src/platform/jobs/job-ref.ts";
import { createJobs } from "../../../src/platform/jobs/jobs.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { createNvd } from "../../../src/platform/nvd/index.ts";
import { modelServer } from "../../support/model-server.ts";
import { outsideServer } from "../../support/outside-server.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";

let opened: Scratch;
beforeAll(async () => {
  opened = await scratchDatabase();
});
afterAll(() => opened?.drop());

/** Runs one job until it says that it waits, stops the queue, and returns how long that took, the job, and the log. */
async function stopWhile(run: (call: JobCall, waiting: () => void) => Promise<void>) {
  const ref = jobRef(`test.stop-${crypto.randomUUID()}`, z.object({}), { retryLimit: 1 });
  const lines: { level: string; msg: string }[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const jobs = createJobs({ url: opened.url, log });
  const begun = Promise.withResolvers<void>();
  jobs.define([defineJob(ref, { run: (_payload, call) => run(call, begun.resolve) })]);
  await jobs.start({ work: true });
  await jobs.send(ref, {});
  await begun.promise;
  const started = performance.now();
  await jobs.stop(8_000);
  const ms = performance.now() - started;
  const [job] = await opened.postgres.query<{ state: string; left: number }>(
    "select state::text, retry_limit - retry_count as left from pgboss.job where name = $1",
    [ref.name],
  );
  return { ms, state: job?.state, triesLeft: job?.left, complaints: lines.filter(({ level }) => level !== "info") };
}

/** It has the try of this run and the one that is its own. */
const AGAIN = { state: "retry", triesLeft: 2, complaints: [] };

describe("a stop of the queue", () => {
  it("ends the wait for a pause of the vulnerability database, and the job runs again", async () => {
    const server = await outsideServer((_request, response) => {
      response.writeHead(503, { "retry-after": "60" }).end();
    });
    const log = createLogger("silent");
    const nvd = createNvd({ postgres: opened.postgres, log, config: { baseUrl: server.base, apiKey: undefined } });
    const stopped = await stopWhile(async ({ signal }, waiting) => {
      const answer = nvd.cpePage({ keywordSearch: "shop" }, signal);
      while (server.seen.length === 0) await sleep(10);
      waiting();
      await answer;
    });
    expect(stopped).toMatchObject(AGAIN);
    expect(stopped.ms).toBeLessThan(20_000);
    await server.close();
  });

  it("ends the wait for a model that does not answer", async () => {
    const server = await modelServer(() => undefined);
    const model = server.model(opened.postgres);
    const stopped = await stopWhile(async ({ signal }, waiting) => {
      const request = { purpose: "test", tenantId: "one", system: "x", input: {}, schema: z.object({}) };
      const answer = model.ask(request, signal);
      while (server.asked.length === 0) await sleep(10);
      waiting();
      await answer;
    });
    expect(stopped).toMatchObject(AGAIN);
    expect(stopped.ms).toBeLessThan(20_000);
    await server.close();
  });

  it("repeats a job that returned early because it was aborted", async () => {
    const stopped = await stopWhile(async ({ signal }, waiting) => {
      waiting();
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    });
    expect(stopped).toMatchObject(AGAIN);
  });
});
