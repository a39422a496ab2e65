import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineJob, jobRef, UnknownPayload } from "../../../src/platform/jobs/job-ref.ts";
import { createJobs } from "../../../src/platform/jobs/jobs.ts";
import { createLogger } from "../../../src/platform/log.ts";

const log = createLogger("silent");
/** Nothing here gets as far as Postgres. */
const queue = () => createJobs({ url: "postgres://nobody@127.0.0.1:1/none", log });
const GREET = jobRef("test.greet", z.object({ name: z.string(), times: z.int().default(1) }));
const LEAVE = jobRef("test.leave", z.object({}));
const handled = (ref = GREET, seen: unknown[] = []) =>
  defineJob(ref, { run: async (payload) => void seen.push(payload) });

describe("createJobs", () => {
  it("refuses a second handler of a ref", () => {
    const jobs = queue();
    jobs.define([handled()]);
    expect(() => jobs.define([handled()])).toThrow("two handlers are defined for jobs called test.greet");
  });

  it("refuses to send a ref without a handler, even one with another ref's name", async () => {
    const jobs = queue();
    await expect(jobs.send(GREET, { name: "x" })).rejects.toThrow("no handler is defined for jobs called test.greet");
    await expect(jobs.resend("test.greet", { name: "x" })).rejects.toThrow("no handler is defined");
    jobs.define([handled(jobRef("test.greet", GREET.payload))]);
    await expect(jobs.send(GREET, { name: "x" })).rejects.toThrow("two job refs are called test.greet");
  });

  it("refuses a payload of another shape before it reaches the queue", async () => {
    const jobs = queue();
    jobs.define([handled()]);
    // @ts-expect-error: the compiler checks the payload by the schema of the ref
    await expect(jobs.send(GREET, { name: 5 })).rejects.toThrow(UnknownPayload);
    await expect(jobs.resend("test.greet", { times: 2 })).rejects.toThrow(UnknownPayload);
  });

  it("start rejects if an expected ref has no handler", async () => {
    const jobs = queue();
    jobs.expect([GREET, LEAVE]);
    jobs.define([handled()]);
    await expect(jobs.start({ work: false })).rejects.toThrow("no handler is defined for jobs called test.leave");
    jobs.define([defineJob(LEAVE, { run: async () => undefined })]);
    expect(() => jobs.check()).not.toThrow();
  });

  it("start rejects if two expected refs share a name", () => {
    const jobs = queue();
    jobs.define([handled()]);
    jobs.expect([GREET, jobRef("test.greet", z.object({}))]);
    expect(() => jobs.check()).toThrow("two job refs are called test.greet");
  });
});

describe("defineJob", () => {
  it("passes the payload parsed by its schema to the handler, and refuses another shape", async () => {
    const seen: unknown[] = [];
    const job = handled(GREET, seen);
    const call = { signal: new AbortController().signal, log };
    await job.run({ name: "x", more: true }, call);
    expect(seen).toEqual([{ name: "x", times: 1 }]);
    await expect(job.run({ times: "secret", more: null, list: [1] }, call)).rejects.toThrow(
      /^this version does not know the shape of the payload \(times: string, more: null, list: array\) of test.greet: (?!.*secret)/,
    );
    expect(seen).toHaveLength(1);
  });
});
