import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import { type CallOutside, type OutsideCall, OutsideFault } from "../../../platform/outside/outside-call.ts";
import type { Credentials, Platform } from "../integration.model.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { faultWords } from "./fault-words.ts";
import { type JsonObject, parsedObject } from "./json.ts";
import type { Target } from "./platform.model.ts";
import type { PlatformAnswer } from "./platform-answer.ts";
import { PlatformFailure, permanentFailure } from "./platform-failure.ts";

export interface PlatformRequest {
  method: NonNullable<OutsideCall["method"]>;
  url: URL;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: JsonObject;
}

/** One attempt: the calls of which it consists share its time. */
export interface Attempt {
  /** Milliseconds that are left. */
  left(): number;
  /** What no error may hold; tokens are added as they are fetched. */
  secrets: Set<string>;
}

/**
 * Sends a request with the credentials of the integration. A 401 to an access token has a new one fetched, once. Rejects with
 * PlatformFailure where there is no complete answer.
 */
export type CallPlatform = (target: Target, request: PlatformRequest, attempt: Attempt) => Promise<PlatformAnswer>;

/** How errors name the platforms. */
export const PLATFORM_NAMES: Record<Platform, string> = {
  xurrent: "Xurrent",
  servicenow: "ServiceNow",
  jira: "Jira",
  generic: "The receiver",
};

const MAX_ANSWER_BYTES = 2 * 1_024 * 1_024;
const USER_AGENT = "Orrery-Integrations/1";

export function createCallPlatform(deps: { callOutside: CallOutside; clock: Clock; log: Logger }): CallPlatform {
  const { callOutside, clock, log } = deps;
  const tokens = createAccessTokens({ callOutside, clock });

  const authorization = async (target: Target, attempt: Attempt): Promise<string | undefined> => {
    const { credentials } = target;
    if (credentials.type !== "client_credentials") return fixedAuthorization(credentials);
    const token = await tokens.tokenFor(target, credentials, attempt.left());
    attempt.secrets.add(token);
    return `Bearer ${token}`;
  };

  const send = async (target: Target, request: PlatformRequest, attempt: Attempt, authorized: string | undefined) => {
    const { method, url, json, headers } = request;
    try {
      const answer = await callOutside(url, {
        method,
        headers: {
          accept: "application/json",
          "user-agent": USER_AGENT,
          ...(json ? { "content-type": "application/json" } : {}),
          ...checked({ ...headers, ...(authorized === undefined ? {} : { authorization: authorized }) }),
        },
        ...(json ? { body: JSON.stringify(json) } : {}),
        timeoutMs: attempt.left(),
        maxBytes: MAX_ANSWER_BYTES,
      });
      return { status: answer.status, headers: answer.headers, json: parsedObject(answer.body) };
    } catch (error) {
      if (!(error instanceof OutsideFault)) throw error;
      const { words, retryable } = faultWords(error);
      const responseStatus = error.status ?? null;
      throw new PlatformFailure(`${PLATFORM_NAMES[target.platform]} ${words}`, { responseStatus, retryable });
    }
  };

  return async (target, request, attempt) => {
    const first = await authorization(target, attempt);
    const answer = await send(target, request, attempt, first);
    if (answer.status !== 401 || target.credentials.type !== "client_credentials" || first === undefined) return answer;
    log.info({ integrationId: target.id }, "a service desk refused an access token: another one is fetched");
    tokens.forget(target, first.slice("Bearer ".length));
    return send(target, request, attempt, await authorization(target, attempt));
  };
}

function fixedAuthorization(credentials: Exclude<Credentials, { type: "client_credentials" }>): string | undefined {
  if (credentials.type === "bearer") return `Bearer ${credentials.token}`;
  if (credentials.type === "basic") return `Basic ${basicToken(credentials)}`;
  return undefined;
}

function basicToken({ username, password }: { username: string; password: string }): string {
  return Buffer.from(`${username}:${password}`).toString("base64");
}

/** Headers of the configuration, none of which may end its line. */
function checked(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\x20-\x7e]{1,20000}$/.test(value)) {
      throw permanentFailure(`The value for the header ${name} is empty or holds characters that no header may hold`);
    }
  }
  return headers;
}

/** What of the credentials no error may hold: also the address of a person. `cleanedText` finds other spellings of them. */
export function secretsOf(credentials: Credentials): string[] {
  if (credentials.type === "bearer") return [credentials.token];
  if (credentials.type === "none") return [];
  if (credentials.type === "basic") {
    const { username, password } = credentials;
    return [password, basicToken(credentials), ...(username.includes("@") ? [username] : [])];
  }
  const { clientSecret } = credentials;
  return [clientSecret];
}
