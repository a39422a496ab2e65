import { redactedText } from "../../../platform/ai/index.ts";
import { retryAfterMs } from "../../../platform/outside/retry-after.ts";
import type { PlatformAnswer } from "./platform-answer.ts";

export interface FailureDetails {
  /** Null: the platform did not answer. */
  responseStatus: number | null;
  /** Whether another attempt may succeed without a change of the configuration. */
  retryable: boolean;
  retryAfterMs?: number | undefined;
}

/** An attempt that did not succeed. The message is for people, and is cleaned where it leaves this folder. */
export class PlatformFailure extends Error {
  override readonly name = "PlatformFailure";
  readonly details: FailureDetails;

  constructor(message: string, details: FailureDetails) {
    super(message);
    this.details = details;
  }
}

/** A failure that only a change of the configuration, or of the task, ends. */
export function permanentFailure(message: string, responseStatus: number | null = null): PlatformFailure {
  return new PlatformFailure(message, { responseStatus, retryable: false });
}

/** Statuses below 500 after which the same request may succeed: time-outs, conflicts, locks, limits. */
const PASSING = new Set([408, 409, 423, 425, 429]);

function isPassing(status: number): boolean {
  return PASSING.has(status) || status >= 500;
}

/**
 * The failure that an answer means.
 *
 * @param words what the platform says about it
 */
export function failureOf(
  answer: PlatformAnswer,
  said: { by: string; words: string | undefined; retryable?: boolean; now: Date },
): PlatformFailure {
  const { status, headers } = answer;
  const retryable = said.retryable ?? isPassing(status);
  const words = said.words ? `: ${said.words}` : "";
  const wait = retryable ? waitAsked(status, headers, said.now) : undefined;
  return new PlatformFailure(`${said.by} answered ${status}${words}`, {
    responseStatus: status,
    retryable,
    retryAfterMs: wait,
  });
}

const MAX_WAIT_MS = 86_400_000;
/** Numbers from here on are seconds since 1970, smaller ones seconds from now. */
const FIRST_UNIX_TIME = 1_000_000_000;

/**
 * The time in milliseconds that a platform asks to wait, at most a day: `Retry-After`, and for 429 the end of the limit that
 * is used up. ServiceNow and Xurrent give it as seconds since 1970 (`X-RateLimit-Reset`, Xurrent also `X-CostLimit-Reset`),
 * Jira as ISO 8601.
 */
function waitAsked(status: number, headers: Headers, now: Date): number | undefined {
  const asked =
    retryAfterMs(headers.get("retry-after"), now.getTime()) ?? (status === 429 ? reset(headers, now) : undefined);
  return asked === undefined ? undefined : Math.min(asked, MAX_WAIT_MS);
}

function reset(headers: Headers, now: Date): number | undefined {
  const isCost = headers.get("x-costlimit-remaining") === "0";
  const text = headers.get(isCost ? "x-costlimit-reset" : "x-ratelimit-reset")?.trim() ?? "";
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds < FIRST_UNIX_TIME) return seconds * 1_000;
  const end = Number.isNaN(seconds) ? (/^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN) : seconds * 1_000;
  return Number.isNaN(end) ? undefined : Math.max(0, end - now.getTime());
}

const MAX_READ = 16_000;
const MAX_SHOWN = 1_000;

/** One line of at most 1,000 characters without the secrets, other texts of their shapes, and control characters. */
export function cleanedText(text: string, secrets: Iterable<string>): string {
  // A secret that is cut in half would not be recognised.
  let cleaned = text.length > MAX_READ ? text.slice(0, MAX_READ).replace(/\S*$/, "") : text;
  const spellings = new Set([...secrets].filter((secret) => secret !== "").flatMap(spellingsOf));
  for (const spelling of [...spellings].sort((a, b) => b.length - a.length)) {
    cleaned = cleaned.replaceAll(spelling, "[redacted]");
  }
  const line = redactedText(cleaned)
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1).toWellFormed()}…` : line;
}

/** Shorter ones would be found in any text. */
const SHORTEST_PART = 6;

/**
 * A secret as it stands, as addresses and forms encode it, and in base64 of both alphabets. In base64 of a longer text, as
 * `user:secret`, it is one of three, by how many bytes stand before it; the characters at its ends hold bits of its
 * neighbours and are left out.
 */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const sure = Math.floor((whole.length * 8) / 6);
    return whole.toString("base64").slice(Math.ceil((before * 8) / 6), sure);
  });
  const encoded = [encodeURIComponent(secret.toWellFormed()), new URLSearchParams({ s: secret }).toString().slice(2)];
  const lower = encoded.map((each) => each.replace(/%../g, (code) => code.toLowerCase()));
  const known = [...encoded, ...lower, bytes.toString("hex"), ...inBase64, ...inBase64.map(urlSafe)];
  return [secret, bytes.toString("base64"), ...known.filter((each) => each.length >= SHORTEST_PART)];
}

function urlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}
