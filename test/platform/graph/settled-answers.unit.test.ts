import { describe, expect, test } from "vitest";
import { createSettledAnswers } from "../../../src/platform/graph/settled-answers.ts";
import { testClock } from "../../support/clock.ts";

const SETTLED_MS = 5_000;

/** Answers that say how often they were found; the test sets the stamps. */
function settledAnswers(options: { maxWeight?: number; weightOf?: (answer: string) => number } = {}) {
  const clock = testClock();
  const stamps = new Map<string, number>();
  let found = 0;
  const settled = createSettledAnswers<string>({
    clock,
    stateOf: async (tenantId) => ({ stamp: stamps.get(tenantId) ?? 0 }),
    maxWeight: 100,
    ...options,
  });
  const ask = (question = "q", tenantId = "t") =>
    settled.answer(tenantId, question, async () => `${question}${++found}`);
  /** Asks once, so that the stamp is known, and again when it has settled. */
  const askSettled = async (question = "q", tenantId = "t") => {
    await ask(question, tenantId);
    clock.advance(SETTLED_MS);
    return ask(question, tenantId);
  };
  return { clock, stamps, settled, ask, askSettled };
}

describe("createSettledAnswers", () => {
  test("finds each answer anew until the stamp has settled, then keeps it", async () => {
    const { clock, ask } = settledAnswers();
    expect([await ask(), await ask()]).toEqual(["q1", "q2"]);
    clock.advance(SETTLED_MS - 1);
    expect([await ask(), await ask()]).toEqual(["q3", "q4"]);
    clock.advance(1);
    expect([await ask(), await ask(), await ask()]).toEqual(["q5", "q5", "q5"]);
  });

  test("finds it anew once the stamp is another, and keeps that only when the new stamp has settled", async () => {
    const { clock, stamps, ask, askSettled } = settledAnswers();
    await askSettled();
    stamps.set("t", 7);
    expect([await ask(), await ask()]).toEqual(["q3", "q4"]);
    clock.advance(SETTLED_MS);
    expect([await ask(), await ask()]).toEqual(["q5", "q5"]);
    stamps.set("t", 0);
    expect(await ask()).toBe("q6");
  });

  test("keeps an answer under the stamp that was read before it was found", async () => {
    const { clock, stamps, settled, ask } = settledAnswers();
    await ask();
    clock.advance(SETTLED_MS);
    const changed = await settled.answer("t", "q", async () => {
      stamps.set("t", 7);
      return "found while the tenant changed";
    });
    expect(changed).toBe("found while the tenant changed");
    expect(await ask()).toBe("q2");
  });

  test("keeps an answer for a minute at most, however often it is read", async () => {
    const { clock, ask, askSettled } = settledAnswers();
    const kept = await askSettled();
    clock.advance(40_000);
    expect(await ask()).toBe(kept);
    clock.advance(20_000);
    expect(await ask()).toBe(kept);
    clock.advance(1);
    expect(await ask()).toBe("q3");
  });

  test("keeps the questions of tenants apart", async () => {
    const { ask, askSettled } = settledAnswers();
    const kept = await askSettled();
    expect(await ask("q", "other")).not.toBe(kept);
    expect(await ask("r")).not.toBe(kept);
    expect(await ask()).toBe(kept);
  });

  test("removes the least recently used beyond the greatest weight, and keeps none above a tenth of it", async () => {
    const { ask, askSettled } = settledAnswers({
      maxWeight: 20,
      weightOf: (answer) => (answer.startsWith("huge") ? 3 : 2),
    });
    const first = await askSettled("a0");
    const others = [];
    for (let i = 1; i < 10; i++) others.push(await ask(`a${i}`));
    expect(await ask("a0")).toBe(first);
    await ask("one more");
    expect(await ask("a0")).toBe(first);
    expect(await ask("a2")).toBe(others[1]);
    expect(await ask("a1")).not.toBe(others[0]);
    expect(await ask("huge")).not.toBe(await ask("huge"));
  });

  test("keeps no failure, and passes it on", async () => {
    const { settled, ask, askSettled } = settledAnswers();
    await askSettled("other");
    const failing = settled.answer("t", "q", () => Promise.reject(new Error("gone")));
    await expect(failing).rejects.toThrow("gone");
    expect(await ask()).toBe("q3");
  });
});
