import { coerceError } from "../../errors.ts";
import type { Clock } from "../clock.ts";
import type { Logger } from "../log.ts";
import type { BackOff } from "../outside/back-off.ts";
import { createCallThrottle, type ThrottleUsage } from "../outside/call-throttle.ts";
import { type CallOutside, createCallOutside } from "../outside/outside-call.ts";
import type { Postgres } from "../postgres/postgres.ts";
import { type Account, ModelFault } from "./model.ts";
import { insertModelCall, type ModelCall } from "./model-calls.store.ts";
import type { ModelFetchDeps, Wire } from "./model-fetch.ts";

/** Prices of a million tokens. */
export interface Price {
  prompt: number;
  completion: number;
}

export interface ModelServiceOptions {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  config: { apiKey: string; baseUrl: string };
  /** Requests per minute, over all processes. */
  perMinute?: number | undefined;
  backOff?: BackOff | undefined;
  /** Default: a client of its own. */
  callOutside?: CallOutside | undefined;
  /** Timeout of one request in milliseconds. */
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
}

/** Over all processes (section 8 of the interface specification). */
export const REQUESTS_PER_MINUTE = 30;
/** Share of them that enrichment leaves to operations of callers, who wait. */
const RESERVED = 1 / 3;
/** A little over a minute: the service counts by arrival, and latency varies. */
const MINUTE_MS = 60_100;
const BACK_OFF: BackOff = { tries: 4, baseMs: 1_000, capMs: 20_000 };
const PURPOSE = /^[\w.-]{1,64}$/;

/** For whom a call is accounted. */
export interface Accounted {
  tenantId: string;
  purpose: string;
  account?: Account | undefined;
}

/** What all that asks the model service shares: its limit, its way of sending, and the accounts. */
export interface ModelService {
  fetchDeps: ModelFetchDeps;
  usage(): Promise<ThrottleUsage>;
  /**
   * Runs `work` and keeps one row of what it used. Throws RangeError for a wrong purpose; the signal's reason where the
   * caller gave up; ModelFault `timeout` after `deadlineMs`.
   */
  accounted<T>(call: AccountedCall, work: (wire: Wire, signal: AbortSignal) => Promise<T>): Promise<AccountedAnswer<T>>;
}

export interface AccountedCall extends Accounted {
  model: string;
  price: Price | undefined;
  deadlineMs: number;
  signal?: AbortSignal | undefined;
}

export interface AccountedAnswer<T> {
  value: T;
  promptTokens: number | null;
  completionTokens: number | null;
  cost: number | null;
  ms: number;
}

export function createModelService(options: ModelServiceOptions): ModelService {
  const { postgres, clock, log, config } = options;
  const calls = options.perMinute ?? REQUESTS_PER_MINUTE;
  const throttle = createCallThrottle({
    postgres,
    log,
    service: "model",
    calls,
    perMs: MINUTE_MS,
    reserved: Math.floor(calls * RESERVED),
    maxPauseMs: 60_000,
  });
  const keep = (call: ModelCall) =>
    insertModelCall(postgres, call).catch((error) =>
      log.error({ error: coerceError(error).message, purpose: call.purpose }, "a model call was not accounted"),
    );

  return {
    fetchDeps: {
      throttle,
      apiKey: config.apiKey,
      baseUrl: config.baseUrl,
      callOutside: options.callOutside ?? createCallOutside(),
      backOff: options.backOff ?? BACK_OFF,
      timeoutMs: options.timeoutMs ?? 60_000,
      maxBytes: options.maxBytes ?? 2 * 1024 * 1024,
    },
    usage: throttle.usage,

    async accounted({ tenantId, purpose, account = {}, model, price, deadlineMs, signal }, work) {
      if (!PURPOSE.test(purpose)) throw new RangeError("a purpose has 1 to 64 letters, digits, . _ -");
      signal?.throwIfAborted();
      const deadline = AbortSignal.timeout(deadlineMs);
      const started = performance.now();
      const isBackground = !(account.isAwaited ?? account.queryId !== undefined);
      const wire: Wire = { isBackground, requests: 0, promptTokens: null, completionTokens: null };
      let outcome: ModelCall["outcome"] = "failed";
      try {
        const value = await work(wire, signal ? AbortSignal.any([signal, deadline]) : deadline);
        outcome = "ok";
        return { value, ...bill(wire, price), ms: since(started) };
      } catch (thrown) {
        if (signal?.aborted) outcome = "aborted";
        signal?.throwIfAborted();
        const fault = deadline.aborted
          ? new ModelFault("timeout", `The model service had no answer within ${deadlineMs / 1000} s`, thrown)
          : thrown;
        if (fault instanceof ModelFault) outcome = fault.kind;
        throw fault;
      } finally {
        const used = { requests: wire.requests, ...bill(wire, price), ms: since(started) };
        await keep({ tenantId, purpose, account, model, outcome, at: clock.now(), ...used });
      }
    },
  };
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}

export function bill({ promptTokens, completionTokens }: Wire, price: Price | undefined) {
  const isKnown = price !== undefined && promptTokens !== null && completionTokens !== null;
  const cost = isKnown ? (promptTokens * price.prompt + completionTokens * price.completion) / 1_000_000 : null;
  return { promptTokens, completionTokens, cost };
}
