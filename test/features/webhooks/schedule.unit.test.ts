import { describe, expect, it } from "vitest";
import { askedBackoffMs, judgeAttempt, PAUSES_MS } from "../../../src/features/webhooks/sending/schedule.ts";

const ENDED = new Date("2026-01-01T00:00:00.000Z");
const answered = (status: number, retryAfter?: string) => ({ status, retryAfter });
const judge = (outcome: Parameters<typeof judgeAttempt>[0], step = 0, random = 0) =>
  judgeAttempt(outcome, step, ENDED, random);

describe("judgeAttempt", () => {
  it.each([200, 201, 202, 204, 299])("counts %i as delivered", (status) => {
    expect(judge(answered(status))).toMatchObject({
      status: "delivered",
      responseStatus: status,
      error: null,
      dueAt: null,
    });
  });

  it.each([301, 302, 303, 307, 308, 304, 300])("counts %i as a failure and follows no redirect", (status) => {
    expect(judge(answered(status))).toMatchObject({
      status: "pending",
      responseStatus: status,
      error: "redirect_refused",
    });
  });

  it.each([400, 401, 404, 409, 429, 500, 502, 503, 599])("retries after %i", (status) => {
    expect(judge(answered(status))).toMatchObject({
      status: "pending",
      responseStatus: status,
      error: "http_status",
      gone: false,
    });
  });

  it("does not retry after 410, and disables the webhook", () => {
    expect(judge(answered(410))).toMatchObject({ status: "failed", gone: true, dueAt: null });
  });

  it.each(["timeout", "dns_failed", "connect_failed", "tls_failed", "connection_lost", "malformed_answer"] as const)(
    "retries after %s",
    (fault) => expect(judge({ fault })).toMatchObject({ status: "pending", responseStatus: null, error: fault }),
  );

  it("does not retry a forbidden address", () => {
    expect(judge({ fault: "egress_refused" })).toMatchObject({
      status: "failed",
      error: "egress_refused",
      dueAt: null,
    });
  });
});

describe("judgeAttempt: the retry schedule", () => {
  const seconds = (step: number, random: number) => {
    const { dueAt } = judge(answered(500), step, random);
    return dueAt && (dueAt.getTime() - ENDED.getTime()) / 1_000;
  };

  it("has ten attempts, each pause counted from the end of the previous attempt", () => {
    const minute = 60;
    const hour = 3_600;
    const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
    expect(PAUSES_MS.map((_, step) => seconds(step, 0))).toEqual(pauses);
    expect(judge(answered(500), pauses.length)).toMatchObject({ status: "failed", dueAt: null, error: "http_status" });
  });

  it("adds random jitter of at most a tenth, and shortens no pause", () => {
    for (const [step, pause] of PAUSES_MS.entries()) {
      for (const random of [0, 0.3, 0.999]) {
        const found = (seconds(step, random) ?? 0) * 1_000;
        expect(found).toBeGreaterThanOrEqual(pause);
        expect(found).toBeLessThanOrEqual(pause * 1.1);
      }
    }
  });

  it("waits for Retry-After if that is longer", () => {
    const pauseFor = (text: string, step = 0) =>
      (judge(answered(429, text), step).dueAt?.getTime() ?? 0) - ENDED.getTime();
    expect(pauseFor("120")).toBe(120_000);
    expect(pauseFor("1")).toBe(5_000);
    expect(pauseFor("120", 1)).toBe(300_000);
    expect(pauseFor("Thu, 01 Jan 2026 00:10:00 GMT")).toBe(600_000);
    expect(judge(answered(503, "60")).backoffUntil).toEqual(new Date(ENDED.getTime() + 60_000));
    expect(judge(answered(500)).backoffUntil).toBeNull();
  });
});

describe("askedBackoffMs", () => {
  it.each([
    ["0", 0],
    ["-5", 0],
    ["1.5", 0],
    ["1e9", 0],
    ["soon", 0],
    ["", 0],
    [undefined, 0],
    [" 30 ", 30_000],
    ["Wed, 31 Dec 2025 23:59:59 GMT", 0],
    ["Thu, 01 Jan 2026 00:00:07 GMT", 7_000],
    ["2026-01-01T00:10:00Z", 0],
    // Bounded: a receiver cannot postpone a delivery for ever.
    ["9999999999", 86_400_000],
    ["Thu, 01 Jan 2099 00:00:00 GMT", 86_400_000],
  ])("%j is %i ms", (text, ms) => expect(askedBackoffMs(text, ENDED)).toBe(ms));
});
