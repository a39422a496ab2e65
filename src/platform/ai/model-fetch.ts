import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type BackOff, backOffMs } from "../outside/back-off.ts";
import { CallsPaused, type CallThrottle } from "../outside/call-throttle.ts";
import { type CallOutside, type OutsideAnswer, OutsideFault } from "../outside/outside-call.ts";
import { retryAfterMs } from "../outside/retry-after.ts";
import { ModelFault } from "./model.ts";

/** HTTP statistics of one question, which the client library does not report. */
export interface Wire {
  /** Whether nobody waits for the answer. */
  isBackground: boolean;
  /** HTTP requests, retries included. */
  requests: number;
  /** Sum over all answers; null if the service does not report it. */
  promptTokens: number | null;
  completionTokens: number | null;
  /** Status of the last answer. */
  status?: number;
  /** Cause of a missing answer. */
  fault?: ModelFault;
}

export interface ModelFetchDeps {
  apiKey: string;
  /** What stands before `/chat/completions`. */
  baseUrl: string;
  throttle: CallThrottle;
  callOutside: CallOutside;
  backOff: BackOff;
  timeoutMs: number;
  maxBytes: number;
}

const RETRYABLE = new Set([408, 409, 429, 500, 502, 503, 504]);

/**
 * Creates a fetch for the client library, which sends to the configured service alone. It counts every request against the limit of all processes, retries transient
 * failures, limits time and size, and records statistics in `wire`.
 */
export function createModelFetch(deps: ModelFetchDeps, wire: Wire, signal: AbortSignal): typeof globalThis.fetch {
  const { apiKey, baseUrl, throttle, callOutside, backOff, timeoutMs, maxBytes } = deps;

  const once = async (url: URL, init: RequestInit): Promise<OutsideAnswer | OutsideFault> => {
    // The library's own headers tell of this machine, and others may come from the environment.
    const headers = {
      accept: "application/json",
      "content-type": "application/json",
      authorization: `Bearer ${apiKey}`,
    };
    const call = { method: "POST", headers, body: String(init.body ?? ""), timeoutMs, maxBytes, signal } as const;
    try {
      return await throttle.call(
        (onSent) => {
          wire.requests++;
          return callOutside(url, { ...call, onSent });
        },
        { signal, isBackground: wire.isBackground },
      );
    } catch (error) {
      if (error instanceof CallsPaused) throw new ModelFault("rate_limited", error.message, error);
      if (error instanceof OutsideFault) return error;
      throw error;
    }
  };

  const repeated = async (url: URL, init: RequestInit): Promise<Response> => {
    for (let tried = 1; ; tried++) {
      const outcome = await once(url, init);
      const isFault = outcome instanceof OutsideFault;
      if (!isFault) wire.status = outcome.status;
      const mayRetry = isFault ? outcome.kind === "timeout" || outcome.kind === "network" : isTransient(outcome);
      if (!mayRetry || tried >= backOff.tries) {
        if (isFault) return fail(outcome);
        readEnd(wire, outcome);
        return responseOf(outcome);
      }
      const asked = isFault ? undefined : retryAfterMs(outcome.headers.get("retry-after"), Date.now());
      const waitMs = asked ?? backOffMs(backOff, tried);
      // After 429 every process pauses; after another failure only this one waits.
      if (!isFault && outcome.status === 429) await throttle.pause(Math.min(waitMs, 600_000));
      else await sleep(Math.min(waitMs, backOff.capMs), undefined, { signal });
    }
  };

  return async (input, init = {}) => {
    try {
      const url = new URL(input instanceof Request ? input.url : input);
      // Whatever the library or its environment says.
      if (!url.href.startsWith(`${new URL(baseUrl).href.replace(/\/$/, "")}/`)) {
        throw new ModelFault("refused", "The request is not for the configured model service");
      }
      return await repeated(url, init);
    } catch (error) {
      if (error instanceof ModelFault) wire.fault = error;
      throw error;
    }
  };
}

/** Whether a retry may help. An exhausted budget is not transient. */
function isTransient({ status, body }: OutsideAnswer): boolean {
  return RETRYABLE.has(status) && !body.includes('"insufficient_quota"');
}

function fail(fault: OutsideFault): never {
  const kind = fault.kind === "timeout" || fault.kind === "too_large" ? fault.kind : "failed";
  throw new ModelFault(kind, `The model service ${fault.message}`, fault);
}

const tokens = z.int().min(0).max(100_000_000);
const usageSchema = z.object({ usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens.default(0) }) });
const cutOffSchema = z.object({ choices: z.tuple([z.object({ finish_reason: z.literal("length") })]) });

/**
 * Counts the tokens of an answer itself: the library reports none for an answer that it cannot read, which is billed too.
 * Throws for a truncated answer: another response format would not shorten it.
 */
function readEnd(wire: Wire, { status, body }: OutsideAnswer): void {
  if (status >= 400) return;
  const answer = parsed(body);
  const { data } = usageSchema.safeParse(answer);
  if (data) {
    wire.promptTokens = (wire.promptTokens ?? 0) + data.usage.prompt_tokens;
    wire.completionTokens = (wire.completionTokens ?? 0) + data.usage.completion_tokens;
  }
  if (cutOffSchema.safeParse(answer).success) throw new ModelFault("too_large", "The answer has too many tokens");
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function responseOf({ status, headers, body }: OutsideAnswer): Response {
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) kept.delete(name);
  // Omits the body of a failure: it may repeat the request, and the library puts it into messages.
  return new Response(status < 400 && body !== "" ? body : null, { status, headers: kept });
}
