import { coerceError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Egress } from "../../../platform/outside/egress.ts";
import { createCallOutside } from "../../../platform/outside/outside-call.ts";
import type { Platform } from "../integration.model.ts";
import { type Attempt, type CallPlatform, createCallPlatform, PLATFORM_NAMES, secretsOf } from "./call-platform.ts";
import { namedFields } from "./field-values.ts";
import { generic } from "./generic.ts";
import { jira } from "./jira.ts";
import type { PlatformClient, Target } from "./platform.model.ts";
import { cleanedText, failureOf, PlatformFailure, permanentFailure } from "./platform-failure.ts";
import type { Exchange, Protocol, Rejection } from "./protocol.ts";
import { servicenow } from "./servicenow.ts";
import { xurrent } from "./xurrent.ts";

const PROTOCOLS: Record<Platform, Protocol> = { xurrent, servicenow, jira, generic };

/** For a write or a test with all of its calls: a test is answered within 20 s. */
const ATTEMPT_MS = 15_000;

interface Deps {
  egress: Egress;
  clock: Clock;
  log: Logger;
  /** Milliseconds for one write or test; default 15,000. */
  attemptMs?: number;
}

/** Creates the clients of all platforms. They share their access tokens, which live in this process alone. */
export function createPlatformClients({
  egress,
  clock,
  log,
  attemptMs = ATTEMPT_MS,
}: Deps): Record<Platform, PlatformClient> {
  const call = createCallPlatform({ callOutside: createCallOutside(egress), clock, log });
  const create = (platform: Platform) => createClient({ platform, call, clock, log, attemptMs });
  return {
    xurrent: create("xurrent"),
    servicenow: create("servicenow"),
    jira: create("jira"),
    generic: create("generic"),
  };
}

interface ClientDeps {
  platform: Platform;
  call: CallPlatform;
  clock: Clock;
  log: Logger;
  attemptMs: number;
}

function createClient({ platform, call, clock, log, attemptMs }: ClientDeps): PlatformClient {
  const protocol = PROTOCOLS[platform];

  /** The status of an answer that means success; rejects with PlatformFailure else, its message clean. */
  const attempt = async (target: Target, build: () => Exchange): Promise<number> => {
    const ends = performance.now() + attemptMs;
    const left = () => Math.max(1, Math.round(ends - performance.now()));
    const one: Attempt = { left, secrets: new Set(secretsOf(target.credentials)) };
    try {
      return await exchange(target, build(), one);
    } catch (thrown) {
      const error = coerceError(thrown);
      if (error instanceof PlatformFailure)
        throw new PlatformFailure(cleanedText(error.message, one.secrets), error.details);
      const reason = cleanedText(error.stack ?? error.message, one.secrets);
      log.error({ integrationId: target.id, reason }, "a call to a service desk failed");
      throw new PlatformFailure("The call failed for a reason of Orrery's own", {
        responseStatus: null,
        retryable: true,
      });
    }
  };

  const exchange = async (target: Target, { request, succeeds = isSuccess, judge }: Exchange, one: Attempt) => {
    const answer = await call(target, request, one);
    const said = { by: PLATFORM_NAMES[platform], now: clock.now() };
    if (!succeeds(answer.status)) {
      const words = answer.json && protocol.words(answer.json);
      // A token that was given a moment ago may not be known everywhere yet.
      const isFresh = answer.status === 401 && target.credentials.type === "client_credentials";
      throw failureOf(answer, { ...said, words, ...(isFresh ? { retryable: true } : {}) });
    }
    if (judge && !answer.json && answer.status !== 204) throw failureOf(answer, { ...said, ...NOT_JSON });
    const rejection = judge?.(answer);
    if (rejection) throw failureOf(answer, { ...said, ...rejection });
    return answer.status;
  };

  return {
    async write(target, update) {
      try {
        const responseStatus = await attempt(target, () => {
          const values = namedFields(target, update.fields, protocol.defaultName);
          if (values.every(({ value }) => value === null)) throw permanentFailure(nothingToWrite(values.length));
          return protocol.write(target, update, values);
        });
        return { ok: true, responseStatus };
      } catch (error) {
        if (!(error instanceof PlatformFailure)) throw error;
        const { responseStatus, retryable, retryAfterMs } = error.details;
        const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
        return { ok: false, responseStatus, error: error.message, retryable, ...wait };
      }
    },
    async test(target) {
      try {
        await attempt(target, () => protocol.test(target));
        return { ok: true, error: null };
      } catch (error) {
        if (!(error instanceof PlatformFailure)) throw error;
        return { ok: false, error: error.message };
      }
    },
  };
}

/** A page of a proxy, or of an instance that sleeps. */
const NOT_JSON: Rejection = { words: "the answer is not JSON", retryable: true };

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function nothingToWrite(fields: number): string {
  return fields === 0
    ? "No field is mapped: there is nothing to write"
    : "Of the mapped fields none is known: there is nothing to write";
}
