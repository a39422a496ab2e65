import { coerceError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Platform } from "../integration.model.ts";
import { type Attempt, type CallPlatform, PLATFORM_NAMES, secretsOf } from "./call-platform.ts";
import { namedFields } from "./field-values.ts";
import type { PlatformClient, Target, TaskUpdate } from "./platform.model.ts";
import { cleanedText, failureOf, PlatformFailure, permanentFailure } from "./platform-failure.ts";
import type { Exchange, Protocol, Rejection } from "./protocol.ts";

export interface ClientDeps {
  platform: Platform;
  protocol: Protocol;
  call: CallPlatform;
  clock: Clock;
  log: Logger;
  /** Milliseconds for one write or test, with all of its calls. */
  attemptMs: number;
}

/** Creates the client of a platform that speaks this protocol. */
export function createPlatformClient(deps: ClientDeps): PlatformClient {
  return {
    async write(target, update) {
      const end = await attempted(deps, target, () => writeExchange(deps.protocol, target, update));
      if (!(end instanceof PlatformFailure)) return { ok: true, responseStatus: end };
      const { responseStatus, retryable, retryAfterMs } = end.details;
      const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
      return { ok: false, responseStatus, error: end.message, retryable, ...wait };
    },
    async test(target) {
      const end = await attempted(deps, target, () => deps.protocol.test(target));
      return end instanceof PlatformFailure ? { ok: false, error: end.message } : { ok: true, error: null };
    },
  };
}

function writeExchange(protocol: Protocol, target: Target, update: TaskUpdate): Exchange {
  const values = namedFields(target, update.fields, protocol.defaultName);
  if (values.length === 0) throw permanentFailure("No field is mapped: there is nothing to write");
  if (values.every(({ value }) => value === null)) {
    throw permanentFailure("Of the mapped fields none is known: there is nothing to write");
  }
  return protocol.write(target, update, values);
}

/** The status of the answer that means success, or the failure with a clean message. Never rejects. */
async function attempted(deps: ClientDeps, target: Target, build: () => Exchange): Promise<number | PlatformFailure> {
  const ends = performance.now() + deps.attemptMs;
  const left = () => Math.max(1, Math.round(ends - performance.now()));
  const attempt: Attempt = { left, secrets: new Set(secretsOf(target.credentials)) };
  try {
    return await exchanged(deps, target, build(), attempt);
  } catch (thrown) {
    const error = coerceError(thrown);
    if (error instanceof PlatformFailure) {
      return new PlatformFailure(cleanedText(error.message, attempt.secrets), error.details);
    }
    const reason = cleanedText(error.stack ?? error.message, attempt.secrets);
    deps.log.error({ integrationId: target.id, reason }, "a call to a service desk failed");
    return new PlatformFailure("The call failed within Orrery", { responseStatus: null, retryable: true });
  }
}

/** A page of a proxy, or of an instance that sleeps. */
const NOT_JSON: Rejection = { words: "the answer is not JSON", retryable: true };

async function exchanged(deps: ClientDeps, target: Target, exchange: Exchange, attempt: Attempt): Promise<number> {
  const { platform, protocol, call, clock } = deps;
  const { request, succeeds = isSuccess, judge } = exchange;
  const answer = await call(target, request, attempt);
  const { status, json } = answer;
  const said = { by: PLATFORM_NAMES[platform], now: clock.now() };
  if (!succeeds(status)) {
    // A token that was given a moment ago may not be known everywhere yet.
    const isFresh = status === 401 && target.credentials.type === "client_credentials";
    throw failureOf(answer, { ...said, words: json && protocol.words(json), ...(isFresh ? { retryable: true } : {}) });
  }
  const rejection = judge && !json && status !== 204 ? NOT_JSON : judge?.(answer);
  if (rejection) throw failureOf(answer, { ...said, ...rejection });
  return status;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
