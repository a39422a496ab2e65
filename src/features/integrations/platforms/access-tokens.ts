import { createHash } from "node:crypto";
import { coerceError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { type CallOutside, OutsideFault } from "../../../platform/outside/outside-call.ts";
import { TimeLimitPassed, within } from "../../../platform/within.ts";
import type { Credentials } from "../integration.model.ts";
import { faultWords } from "./fault-words.ts";
import { isObject, parsedObject } from "./json.ts";
import type { Target } from "./platform.model.ts";
import { failureOf, PlatformFailure, permanentFailure } from "./platform-failure.ts";

export type ClientCredentials = Extract<Credentials, { type: "client_credentials" }>;

/**
 * Access tokens for client credentials (RFC 6749, section 4.4). One request at a time fetches a token of an integration, and
 * all callers share it until shortly before it expires.
 */
export interface AccessTokens {
  /** Rejects with PlatformFailure if there is none within `ms` milliseconds. */
  tokenFor(target: Target, credentials: ClientCredentials, ms: number): Promise<string>;
  /** The platform refused the token: the next caller fetches another. */
  forget(target: Target, token: string): void;
}

interface Entry {
  /** Of the credentials: others make another entry. */
  fingerprint: string;
  token?: { value: string; until: number } | undefined;
  fetching?: Promise<string> | undefined;
}

const MAX_KEPT = 1_000;
const FETCH_MS = 10_000;
const MAX_BYTES = 64 * 1_024;
/** Xurrent does not tell the lifetime of its tokens: one hour, says its documentation of the client credentials grant. */
const DEFAULT_LIFETIME_S = 3_600;
const MAX_LIFETIME_S = 86_400;
const MARGIN_MS = 60_000;
const BY = "The token endpoint";

export function createAccessTokens({ callOutside, clock }: { callOutside: CallOutside; clock: Clock }): AccessTokens {
  const kept = new Map<string, Entry>();

  const entryFor = (target: Target, credentials: ClientCredentials): Entry => {
    const key = keyOf(target);
    const fingerprint = fingerprintOf(credentials);
    const known = kept.get(key);
    const entry = known?.fingerprint === fingerprint ? known : { fingerprint };
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return entry;
  };

  const fetchInto = async (entry: Entry, credentials: ClientCredentials): Promise<string> => {
    try {
      const asked = clock.now().getTime();
      const { token, lifetimeMs } = await fetchToken(callOutside, credentials, clock);
      // A tenth of short lifetimes: a token that is used at its last moment arrives too late.
      entry.token = { value: token, until: asked + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 10) };
      return token;
    } finally {
      entry.fetching = undefined;
    }
  };

  return {
    async tokenFor(target, credentials, ms) {
      const entry = entryFor(target, credentials);
      if (entry.token && clock.now().getTime() < entry.token.until) return entry.token.value;
      entry.fetching ??= fetchInto(entry, credentials);
      try {
        return await within(ms, entry.fetching);
      } catch (error) {
        if (!(error instanceof TimeLimitPassed)) throw error;
        throw new PlatformFailure(`${BY} did not answer in time`, { responseStatus: null, retryable: true });
      }
    },
    forget(target, token) {
      const entry = kept.get(keyOf(target));
      if (entry?.token?.value === token) entry.token = undefined;
    },
  };
}

function keyOf({ tenantId, id }: Target): string {
  return `${tenantId} ${id}`;
}

function fingerprintOf({ tokenUrl, clientId, clientSecret }: ClientCredentials): string {
  return createHash("sha256")
    .update(JSON.stringify([tokenUrl, clientId, clientSecret]))
    .digest("base64");
}

/**
 * Asks for a token with the client's id and secret in the body, as the documentation of Xurrent, ServiceNow and Atlassian
 * has it. Of the platform itself nothing is known then: the failures have no status.
 */
async function fetchToken(
  callOutside: CallOutside,
  { tokenUrl, clientId, clientSecret }: ClientCredentials,
  clock: Clock,
) {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const answer = await callOutside(new URL(tokenUrl), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams(form).toString(),
    timeoutMs: FETCH_MS,
    maxBytes: MAX_BYTES,
  }).catch((thrown: unknown) => {
    const error = coerceError(thrown);
    if (!(error instanceof OutsideFault)) throw error;
    const { words, retryable } = faultWords(error);
    throw new PlatformFailure(`${BY} ${words}`, { responseStatus: null, retryable });
  });
  const { status, headers } = answer;
  const json = parsedObject(answer.body);
  if (status !== 200) {
    const words = isObject(json) ? [json.error, json.error_description].filter((each) => typeof each === "string") : [];
    const { message, details } = failureOf(
      { status, headers, json },
      { by: BY, words: words.join(": "), now: clock.now() },
    );
    throw new PlatformFailure(message, { ...details, responseStatus: null });
  }
  const { access_token: token, token_type: type = "bearer", expires_in: lifetime } = json ?? {};
  // Other characters would end the header, or servers refuse them (RFC 6750, section 2.1).
  if (typeof token !== "string" || !/^[\x21-\x7e]{1,16384}$/.test(token)) throw permanentFailure(`${BY} gave no token`);
  if (String(type).toLowerCase() !== "bearer") throw permanentFailure(`${BY} gave a token of another type than bearer`);
  return { token, lifetimeMs: lifetimeS(lifetime) * 1_000 };
}

function lifetimeS(told: unknown): number {
  const seconds = typeof told === "number" || (typeof told === "string" && told !== "") ? Number(told) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, MAX_LIFETIME_S) : DEFAULT_LIFETIME_S;
}
