import { expect, it } from "vitest";
import { createLogger } from "../../src/platform/log.ts";
import { createReturnWatch } from "../../src/platform/return-watch.ts";

it("tells once of each return, and of nothing before an outage", async () => {
  const answers = [true, true, false, false, true, true, false, true, true];
  const told: number[] = [];
  let pings = 0;
  const watch = createReturnWatch({
    async ping() {
      if (answers[pings++] === false) throw new Error("away");
    },
    async onReturn() {
      told.push(pings);
      if (told.length === 1) throw new Error("what follows a failure goes on");
    },
    log: createLogger("silent"),
    pauseMs: 1,
  });
  watch.start();
  await expect.poll(() => pings).toBeGreaterThan(answers.length);
  await watch.stop();
  expect(told).toEqual([5, 8]);
});
