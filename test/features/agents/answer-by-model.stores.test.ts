import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createAnswerByModel } from "../../../src/features/agents/answer-by-model.ts";
import { AGENTS } from "../../../src/features/agents/definitions.ts";
import { createUseTools } from "../../../src/features/agents/use-tools.ts";
import type { Tools } from "../../../src/features/tools/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { type ModelServer, modelServer } from "../../support/model-server.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";

let scratch: Scratch;
let server: ModelServer;
beforeAll(async () => {
  scratch = await scratchDatabase();
  server = await modelServer(() => "Prose.");
  // Loads the libraries, which takes time that is not the model's.
  expect(await ask()).toMatchObject({ findings: undefined });
}, 120_000);
beforeEach(() => {
  server.say(() => undefined);
  server.asked.length = 0;
});
afterAll(async () => {
  await server?.close();
  await scratch?.drop();
});

const noTools = { offered: () => [] } as unknown as Tools;
const ask = (signal?: AbortSignal, deadlineMs?: number) => {
  const ctx = { ...contextOf(newId()), ...(signal && { signal }) };
  const answer = createAnswerByModel({
    model: server.model(scratch.postgres),
    tools: noTools,
    ...(deadlineMs && { deadlineMs }),
  });
  const question = { query: "How large is it?", range: undefined, now: new Date() };
  const used = createUseTools(noTools, ctx);
  return answer(ctx, { agent: AGENTS[0]!, question, queryId: newId(), budgetLimit: undefined, used });
};

it("a model that never answers gives no answer at the deadline", async () => {
  expect(await ask(undefined, 1_500)).toMatchObject({ findings: undefined, overLimit: false });
  expect(server.asked.length).toBe(1);
});

it("a caller who gave up is told its own reason, and no rules run", async () => {
  const controller = new AbortController();
  const asked = ask(controller.signal);
  await expect.poll(() => server.asked.length).toBe(1);
  controller.abort(new Error("gone"));
  await expect(asked).rejects.toThrow("gone");
});
