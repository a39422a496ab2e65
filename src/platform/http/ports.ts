import type { ActorKind, RequestContext } from "../../context.ts";

/** What the pipeline needs from outside: authentication, rate limits, stored answers of Idempotency-Keys. */

export type VariantName = "a" | "b";

/** The window in which a request counts. `login`: per address, before authentication; `none`: operations only. */
export type RateClass = "standard" | "bulk" | "ai" | "login" | "none";

/** The parts of a request that may contain a credential. Header names in lower case. */
export interface CredentialSource {
  header(name: string): string | undefined;
  /** The query parameter `api_key`, decoded. */
  queryApiKey(): string | undefined;
  /** Address of the peer, empty when unknown. */
  address: string;
}

/** On whose behalf a request runs: the context without the members of the single request. */
export interface Identity extends Pick<RequestContext, "tenantId" | "actor" | "scopes"> {
  /** Expiry of the caller's key (ISO 8601), set once each answer must announce it. */
  readonly keyExpiresAt?: string;
  /** Why the caller may use only routes open to restricted callers; absent for an unrestricted caller. */
  readonly restricted?: string;
}

export interface Authenticator {
  /**
   * Returns synchronously if the credential is cached, to save a turn of the event loop.
   * @throws AppError AUTHENTICATION_REQUIRED if the credential is missing, malformed, expired or unknown
   */
  authenticate(source: CredentialSource): Identity | Promise<Identity>;
}

/** The owner of the windows in which a request counts: `key` is the credential, or the address without one. */
export interface RateSubject {
  kind: ActorKind | "address";
  key: string;
  /** Of an address: what it asks for, where its requests for different things count apart. */
  about?: string;
}

/** The verdict on a request, with the figures of the window with the fewest requests left. */
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
  /** Counts one request, unless it refuses it. Answers within one or two seconds, even if its store does not. */
  consume(subject: RateSubject, rateClass: RateClass, variant: VariantName): RateVerdict | Promise<RateVerdict>;
  /** The refusal of a request where a window is known to be full; counts nothing and asks no store. */
  refusal(subject: RateSubject, rateClass: RateClass, variant: VariantName): RateVerdict | undefined;
}

/** One use of an Idempotency-Key: tenant, route, key and a digest of the request. */
export interface IdempotencyClaim {
  tenantId: string;
  route: string;
  key: string;
  fingerprint: string;
  /** Id of this try, to distinguish it from an earlier one that it took over. */
  claimId: string;
}

/** A stored answer. `body` is null and `secretResourceId` set if the answer held a secret. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
  /** Id of the thing whose secret the answer showed. */
  secretResourceId?: string | undefined;
}

export type IdempotencyState =
  | { kind: "fresh"; seed: string }
  | { kind: "replay"; answer: StoredAnswer }
  | { kind: "running" }
  | { kind: "mismatch" };

export interface IdempotencyStore {
  /**
   * Claims the key, or returns the state of its earlier claim. Takes over an unfinished claim older than 60 s. All claims
   * of one key within 24 h get the same seed; the first one after that gets a new one.
   */
  begin(claim: IdempotencyClaim): Promise<IdempotencyState>;
  /** Stores the answer for 24 h, unless another try has taken the key over. */
  finish(claim: IdempotencyClaim, answer: StoredAnswer): Promise<void>;
  /** Releases the key, so that the next try runs, even with another request. */
  release(claim: IdempotencyClaim): Promise<void>;
}

export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as Promise<T> | undefined)?.then === "function";
}
