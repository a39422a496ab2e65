import { describe, expect, test } from "vitest";
import { createSharedAnswers } from "../../src/platform/shared-answers.ts";

/** Work whose end the test decides. */
function openWork() {
  const begun: { signal: AbortSignal | undefined; end: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const work = (signal: AbortSignal | undefined) =>
    new Promise<string>((end, fail) => {
      begun.push({ signal, end, fail });
    });
  const hasBegun = async (count: number) => {
    while (begun.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, hasBegun };
}

describe("createSharedAnswers", () => {
  test("gives equal questions of one moment one answer", async () => {
    const { begun, work, hasBegun } = openWork();
    const share = createSharedAnswers<string>();
    const answers = Promise.all([share("a", {}, work), share("a", {}, work), share("a", {}, work)]);
    await hasBegun(1);
    begun[0]!.end("one");
    expect(await answers).toEqual(["one", "one", "one"]);
    expect(begun).toHaveLength(1);
  });

  test("never answers by work that began before the question", async () => {
    const { begun, work, hasBegun } = openWork();
    const share = createSharedAnswers<string>();
    const early = share("a", {}, work);
    await hasBegun(1);
    const late = [share("a", {}, work), share("a", {}, work)];
    begun[0]!.end("before the write");
    expect(await early).toBe("before the write");
    await hasBegun(2);
    begun[1]!.end("after the write");
    expect(await Promise.all(late)).toEqual(["after the write", "after the write"]);
    expect(begun).toHaveLength(2);
  });

  test("does not wait for work that takes long, and does not share between different questions", async () => {
    const { begun, work, hasBegun } = openWork();
    const share = createSharedAnswers<string>();
    const all = [share("a", {}, work), share("b", {}, work)];
    await hasBegun(2);
    all.push(share("a", {}, work));
    await hasBegun(3);
    for (const [i, { end }] of begun.entries()) end(String(i));
    expect(await Promise.all(all)).toEqual(["0", "1", "2"]);
  });

  test("passes a failure on to those who share it, and to nobody after them", async () => {
    const { begun, work, hasBegun } = openWork();
    const share = createSharedAnswers<string>();
    const failing = Promise.allSettled([share("a", {}, work), share("a", {}, work)]);
    await hasBegun(1);
    begun[0]!.fail(new Error("no store"));
    expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const next = share("a", {}, work);
    await hasBegun(2);
    begun[1]!.end("one");
    expect(await next).toBe("one");
  });

  test("stops work once all who wait for it have gone, not before", async () => {
    const { begun, work, hasBegun } = openWork();
    const share = createSharedAnswers<string>();
    const callers = [new AbortController(), new AbortController()];
    const answers = callers.map(({ signal }) => share("a", { signal }, work));
    await hasBegun(1);
    const signal = begun[0]!.signal!;
    callers[0]!.abort();
    expect(signal.aborted).toBe(false);
    callers[1]!.abort();
    expect(signal.aborted).toBe(true);
    begun[0]!.end("late");
    await Promise.all(answers);
  });
});
