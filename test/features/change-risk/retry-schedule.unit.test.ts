import { describe, expect, it } from "vitest";
import { GIVE_UP_MS, nextAttempt } from "../../../src/features/change-risk/write-back/retry-schedule.ts";

const SECOND = 1_000;
const at = (seconds: number) => new Date(seconds * SECOND);
const attempt = { tries: 1, began: at(0), ended: at(0), firstBegan: at(0), retryAfterMs: undefined };
const secondsTo = (due: Date | undefined) => (due ? due.getTime() / SECOND : undefined);

describe("the next attempt", () => {
  it("is made 5 s after the first began, also where that one took long", () => {
    expect(secondsTo(nextAttempt(attempt, 0.99))).toBe(5);
    expect(secondsTo(nextAttempt({ ...attempt, ended: at(4.5) }, 0))).toBe(5.5);
    expect(secondsTo(nextAttempt({ ...attempt, ended: at(15) }, 0))).toBe(16);
  });

  it("is made later and later, up to a quarter of an hour and a fifth", () => {
    const pauses = [1, 2, 3, 4, 8, 9, 100].map((tries) => secondsTo(nextAttempt({ ...attempt, tries }, 0)));
    expect(pauses).toEqual([5, 10, 20, 40, 640, 900, 900]);
    expect(secondsTo(nextAttempt({ ...attempt, tries: 100 }, 0.5))).toBe(990);
  });

  it("waits as long as the service desk asks", () => {
    expect(secondsTo(nextAttempt({ ...attempt, retryAfterMs: 120 * SECOND }, 0))).toBe(120);
    expect(secondsTo(nextAttempt({ ...attempt, retryAfterMs: 1 }, 0))).toBe(5);
    expect(secondsTo(nextAttempt({ ...attempt, retryAfterMs: -5 }, 0))).toBe(5);
  });

  it("is not made once a day has passed since the first", () => {
    const late = {
      ...attempt,
      tries: 90,
      began: new Date(GIVE_UP_MS - 899 * SECOND),
      ended: new Date(GIVE_UP_MS - 899 * SECOND),
    };
    expect(nextAttempt(late, 0)).toBeUndefined();
    expect(nextAttempt({ ...attempt, retryAfterMs: GIVE_UP_MS + 1 }, 0)).toBeUndefined();
    expect(nextAttempt({ ...attempt, retryAfterMs: GIVE_UP_MS }, 0)).toBeDefined();
  });
});
