import { expect, it } from "vitest";
import { createSequence } from "../../src/platform/sequence.ts";

it("works run one after the other, also past one that fails, each with its own outcome", async () => {
  const inSequence = createSequence();
  const ended = Promise.withResolvers<void>();
  const began: string[] = [];
  const work = (name: string, wait: Promise<void>) => async () => {
    began.push(name);
    await wait;
    if (name === "second") throw new Error("refused");
    return name;
  };
  const first = inSequence(work("first", ended.promise));
  const second = inSequence(work("second", Promise.resolve()));
  const third = inSequence(work("third", Promise.resolve()));
  const outcomes = Promise.allSettled([first, second, third]);
  await new Promise(setImmediate);
  expect(began).toEqual(["first"]);
  ended.resolve();
  expect(
    (await outcomes).map((outcome) => (outcome.status === "fulfilled" ? outcome.value : outcome.reason.message)),
  ).toEqual(["first", "refused", "third"]);
  expect(began).toEqual(["first", "second", "third"]);
});
