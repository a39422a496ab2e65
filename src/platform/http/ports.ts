import type { ActorKind, RequestContext } from "../../context.ts";

/** What the plumbing needs of others: who calls, whether there is room for the call, what a key answered before. */

export type VariantName = "a" | "b";

/** Which window a request counts in. `login`: per address, before a credential is known; `none`: operations only. */
export type RateClass = "standard" | "bulk" | "ai" | "login" | "none";

/** The parts of a request that a credential may stand in. Header names in lower case. */
export interface CredentialSource {
  header(name: string): string | undefined;
  /** The query parameter `api_key`, decoded. */
  queryApiKey(): string | undefined;
  /** Address of the peer, empty when unknown. */
  address: string;
}

/** On whose behalf a request runs: the context less what belongs to the one request. */
export interface Identity extends Pick<RequestContext, "tenantId" | "actor" | "scopes"> {
  /** When the caller's key expires (ISO 8601), once that is so near that each answer says so. */
  readonly keyExpiresAt?: string;
  /** Why it may use nothing but the routes that are open to such a caller; absent where it may do what its scopes say. */
  readonly restricted?: string;
}

export interface Authenticator {
  /**
   * Answers at once where the credential is cached, so that no turn of the event loop is lost.
   * @throws AppError AUTHENTICATION_REQUIRED when the credential is missing, malformed, expired or unknown
   */
  authenticate(source: CredentialSource): Identity | Promise<Identity>;
}

/** Whose windows a request counts in: `key` is the credential, or an address while no credential is known. */
export interface RateSubject {
  kind: ActorKind | "address";
  key: string;
}

/** Of the windows that hold, the one with least left. */
export interface RateVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Unix time in seconds at which the window ends. */
  resetAt: number;
  /** Whole seconds until then, rounded up. */
  resetAfter: number;
}

export interface RateLimiter {
  /** Counts one request. One that is refused does not count. Answers within a second or two, whatever its store does. */
  consume(subject: RateSubject, rateClass: RateClass, variant: VariantName): RateVerdict | Promise<RateVerdict>;
}

/** One use of an Idempotency-Key: who, at which route, and a digest of what was sent. */
export interface IdempotencyClaim {
  tenantId: string;
  route: string;
  key: string;
  fingerprint: string;
  /** Tells this try from an earlier one that it may have taken over. */
  claimId: string;
}

/** What is kept of an answer. `body` null with `secretOf` where the answer held a secret. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
  /** Id of the thing whose secret was shown once. */
  secretResourceId?: string | undefined;
}

export type IdempotencyState =
  | { kind: "fresh"; seed: string }
  | { kind: "replay"; answer: StoredAnswer }
  | { kind: "running" }
  | { kind: "mismatch" };

export interface IdempotencyStore {
  /**
   * Claims the key, or tells what became of it. A claim older than 60 s that never finished is taken over. Every claim of
   * one key within 24 h gets the same seed, and the first one after that a new one.
   */
  begin(claim: IdempotencyClaim): Promise<IdempotencyState>;
  /** Keeps the answer for 24 h, unless another try has taken the key over. */
  finish(claim: IdempotencyClaim, answer: StoredAnswer): Promise<void>;
  /** Gives the key back, so that the next try runs, whatever it asks for. */
  release(claim: IdempotencyClaim): Promise<void>;
}

export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as Promise<T> | undefined)?.then === "function";
}
