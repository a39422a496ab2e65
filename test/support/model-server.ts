import { randomUUID } from "node:crypto";
import { createModel, type Model, type ModelOptions } from "../../src/platform/ai/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createLogger } from "../../src/platform/log.ts";
import type { Postgres } from "../../src/platform/postgres/postgres.ts";
import { outsideServer } from "./outside-server.ts";

/** One request to the model service. */
export interface Asked {
  system: string;
  /** What machines told. */
  // biome-ignore lint/suspicious/noExplicitAny: read member by member
  input: any;
}

/** A fake model service on loopback: answers with the result of `say`; undefined: never. */
export async function modelServer(say: (asked: Asked) => unknown) {
  let saying = say;
  const asked: Asked[] = [];
  const server = await outsideServer(async ({ body }, response) => {
    const [system, user] = JSON.parse(body).messages;
    const question = { system: String(system.content), input: JSON.parse(user.content) };
    asked.push(question);
    const said = await saying(question);
    if (said === undefined) return;
    response.writeHead(200, { "content-type": "application/json" }).end(
      JSON.stringify({
        id: `chatcmpl-${randomUUID()}`,
        object: "chat.completion",
        created: 1,
        model: "example-model",
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: typeof said === "string" ? said : JSON.stringify(said) },
            finish_reason: "stop",
          },
        ],
        usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      }),
    );
  });
  return {
    asked,
    baseUrl: `${server.base}/v1`,
    say(next: (asked: Asked) => unknown) {
      saying = next;
    },
    /** The client of the product, on this service. */
    model: (postgres: Postgres, options: Partial<ModelOptions> = {}): Model =>
      createModel({
        postgres,
        clock: systemClock,
        log: createLogger("silent"),
        perMinute: 10_000,
        backOff: { tries: 2, baseMs: 5, capMs: 10 },
        config: {
          apiKey: "sk-test-0123456789",
          baseUrl: `${server.base}/v1`,
          name: "example-model",
          price: undefined,
        },
        ...options,
      }),
    close: server.close,
  };
}

export type ModelServer = Awaited<ReturnType<typeof modelServer>>;
