import { createHash, randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { type Ai, createAi, type Model, type ModelOptions } from "../../src/platform/ai/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createLogger } from "../../src/platform/log.ts";
import type { Postgres } from "../../src/platform/postgres/postgres.ts";
import { outsideServer, type SeenRequest, sendJson } from "./outside-server.ts";

/** One request to the model service. */
export interface Asked {
  system: string;
  /** What machines told; a text that is no JSON as it is. */
  // biome-ignore lint/suspicious/noExplicitAny: read member by member
  input: any;
  /** All messages, those of tools included. */
  messages: { role: string; content: unknown }[];
  /** Names of the tools that are offered. */
  tools: string[];
}

/** What `say` may return so that the model calls tools. */
export interface ToolCalls {
  calls: { name: string; args: object }[];
}

/** Numbers of a synthetic vector. */
const DIMENSIONS = 64;

/**
 * A fake model service on loopback. Chat answers with the result of `say` (undefined: never; `{ calls }`: calls of tools; in
 * place of a function that must be called: its arguments). Embeddings are those of `syntheticVector`.
 */
export async function modelServer(say: (asked: Asked) => unknown) {
  let saying = say;
  let status = 200;
  const asked: Asked[] = [];
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const answer = async (request: SeenRequest, response: ServerResponse) => {
    bodies.push(request.body);
    headers.push(request.headers);
    if (status !== 200) return sendJson(response, { error: { message: "secret of the service" } }, status);
    const body = JSON.parse(request.body);
    if (request.url.endsWith("/embeddings")) return sendJson(response, embeddingsOf(body));
    const question = askedOf(body);
    asked.push(question);
    const said = await saying(question);
    if (said !== undefined) sendJson(response, completionOf(said, body.tool_choice?.function?.name));
  };
  const server = await outsideServer(answer);
  const config = {
    apiKey: "sk-test-0123456789",
    baseUrl: `${server.base}/v1`,
    name: "example-model",
    price: undefined,
    embeddingName: "example-embedding",
  };
  /** The clients of the product, on this service. */
  const ai = (postgres: Postgres, options: Partial<ModelOptions> = {}): Ai =>
    createAi({
      postgres,
      clock: systemClock,
      log: createLogger("silent"),
      perMinute: 10_000,
      backOff: { tries: 2, baseMs: 5, capMs: 10 },
      config,
      ...options,
    });
  return {
    asked,
    /** Bodies and headers of all requests, those of embeddings too. */
    bodies,
    headers,
    baseUrl: config.baseUrl,
    config,
    say(next: (asked: Asked) => unknown) {
      saying = next;
    },
    /** Answers everything with this status; 200: as before. */
    fail(next: number) {
      status = next;
    },
    ai,
    model: (postgres: Postgres, options: Partial<ModelOptions> = {}): Model => ai(postgres, options).model,
    close: server.close,
  };
}

export type ModelServer = Awaited<ReturnType<typeof modelServer>>;

// biome-ignore lint/suspicious/noExplicitAny: a request as the client library sends it
function askedOf({ messages, tools = [] }: any): Asked {
  const user = String(messages.find(({ role }: { role: string }) => role === "user")?.content ?? "");
  const names = tools.map((each: { function?: { name: string } }) => each.function?.name ?? "");
  return { system: String(messages[0]?.content), input: jsonOrText(user), messages, tools: names };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function completionOf(said: unknown, forced: string | undefined) {
  const text = typeof said === "string" ? said : JSON.stringify(said);
  const named = (said as Partial<ToolCalls> | null)?.calls;
  const calls = named ?? (forced === undefined ? undefined : [{ name: forced, args: said as object }]);
  const toolCalls = calls?.map(({ name, args }) => {
    const call = { name, arguments: typeof args === "string" ? args : JSON.stringify(args) };
    return { id: `call_${randomUUID()}`, type: "function", function: call };
  });
  const message = toolCalls
    ? { role: "assistant", content: null, tool_calls: toolCalls }
    : { role: "assistant", content: text };
  return {
    // The library takes completions of one id for one completion.
    id: `chatcmpl-${randomUUID()}`,
    object: "chat.completion",
    created: 1,
    model: "example-model",
    choices: [{ index: 0, message, finish_reason: toolCalls ? "tool_calls" : "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}

function embeddingsOf({ input }: { input: string | string[] }) {
  const texts = [input].flat();
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: syntheticVector(text) }));
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  return { object: "list", data, model: "example-embedding", usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

/** The same vector of length 1 for the same words, in any order and case: texts that share words are near each other. */
export function syntheticVector(text: string, dimensions = DIMENSIONS): number[] {
  const sum = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    const bytes = createHash("shake256", { outputLength: dimensions }).update(word).digest();
    for (let i = 0; i < dimensions; i++) sum[i]! += (bytes[i]! - 127.5) / 127.5;
  }
  const length = Math.hypot(...sum);
  return sum.map((each) => each / length);
}

/**
 * Says what an obedient model would: it does whatever the texts tell it. It calls each tool that a text names, with the
 * arguments behind the name, as in `call count_servers {"location":"Lyon"}`, and repeats what it is told to `answer`.
 */
export function obedient({ messages, tools }: Asked): unknown {
  const last = messages.at(-1);
  const text = messages.map(({ content }) => String(content)).join("\n");
  const orders = [...text.matchAll(/\bcall ([\w.-]{1,64}) (\{[^{}]{0,2000}\})/g)].map(([, name = "", args = "{}"]) => {
    return { name, args: jsonOrText(args.replaceAll('\\"', '"')) as object };
  });
  const known = orders.filter(({ name }) => tools.includes(name));
  // A model may also call what it was never offered.
  if (orders.length > 0 && last?.role !== "tool") return { calls: known.length > 0 ? known : orders };
  return /\banswer (\{.{0,4000}\})/s.exec(text)?.[1]?.replaceAll('\\"', '"') ?? text.slice(0, 4_000);
}
