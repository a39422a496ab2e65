import { AppError, forbidden } from "../../errors.ts";
import type { Logger } from "../log.ts";
import type { Exchange } from "./exchange.ts";
import type { MountedRoute } from "./mounted.ts";
import {
  type Authenticator,
  type Identity,
  isPromise,
  type RateLimiter,
  type RateSubject,
  type RateVerdict,
} from "./ports.ts";

export interface GateDeps {
  authenticator: Authenticator;
  limiter: RateLimiter;
  log: Logger;
}

/** Checks credential (401), rate (429) and scope (403). */
export interface Gate {
  /** Returns undefined if it could decide synchronously. Leaves `signed` routes to their handlers. */
  check(x: Exchange, mounted: MountedRoute): Promise<void> | undefined;
  /** Counts the request of a caller whom a handler authenticated; throws 429. */
  admit(x: Exchange, mounted: MountedRoute, identity: Identity): Promise<void> | undefined;
  /** Runs a check that throws 401 where a caller does not prove itself to `whom`; see `Call.prove`. */
  prove<T>(x: Exchange, mounted: MountedRoute, whom: string, check: () => Promise<T>): Promise<T>;
}

export function createGate({ authenticator, limiter, log }: GateDeps): Gate {
  const subjectOf = createSubjectCache();

  const count = (x: Exchange, mounted: MountedRoute, identity: Identity | undefined) => {
    x.identity = identity;
    if (identity) x.announceExpiry(identity);
    const subject = identity ? subjectOf(identity) : ({ kind: "address", key: x.address } as const);
    const verdict = limiter.consume(subject, mounted.route.limit, mounted.variant.name);
    // The limiter limits its own time, see its port.
    return isPromise(verdict)
      ? verdict.then((found) => applyVerdict(x, mounted, found))
      : applyVerdict(x, mounted, verdict);
  };

  const check = (x: Exchange, mounted: MountedRoute) => {
    const { limit, access } = mounted.route;
    if (limit === "none" || (access.public && access.signed)) return undefined;
    if (access.public) return count(x, mounted, undefined);
    const identity = authenticator.authenticate(x);
    if (!isPromise(identity)) return count(x, mounted, identity);
    return x.within(
      identity,
      (known) => count(x, mounted, known),
      (error) => logLateFailure(log, x, error),
    );
  };

  const prove = async <T>(x: Exchange, mounted: MountedRoute, whom: string, work: () => Promise<T>): Promise<T> => {
    const subject = { kind: "address", key: x.address, about: `proves ${whom}` } as const;
    const refuse = (verdict: RateVerdict | undefined) => {
      if (verdict?.allowed === false) applyVerdict(x, mounted, verdict, "failed attempts");
    };
    refuse(limiter.refusal(subject, "login", mounted.variant.name));
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.status === 401)
        refuse(await limiter.consume(subject, "login", mounted.variant.name));
      throw error;
    }
  };
  return { check, admit: count, prove };
}

/** Caches the rate subject per identity: the authenticator caches identities of recent credentials. */
function createSubjectCache(): (identity: Identity) => RateSubject {
  const subjects = new WeakMap<Identity, RateSubject>();
  return (identity) => {
    const known = subjects.get(identity);
    if (known) return known;
    const { kind, id, clientId } = identity.actor;
    // Each application of a user has its own windows.
    const who = clientId === undefined ? id : `${id}|${clientId}`;
    const subject = { kind, key: `${identity.tenantId}|${kind}|${who}` };
    subjects.set(identity, subject);
    return subject;
  };
}

/** Sets the four rate headers, then checks scope and rate: every answer after authentication has the headers. */
function applyVerdict(x: Exchange, mounted: MountedRoute, verdict: RateVerdict, what = "requests"): undefined {
  x.headers["X-RateLimit-Limit"] = String(verdict.limit);
  x.headers["X-RateLimit-Remaining"] = String(verdict.remaining);
  x.headers["X-RateLimit-Reset"] = String(verdict.resetAt);
  x.headers["X-RateLimit-Reset-After"] = String(verdict.resetAfter);
  if (x.identity) authorise(x.identity, mounted);
  if (verdict.allowed) return;
  throw new AppError("RATE_LIMIT_EXCEEDED", `Too many ${what}; try again in ${verdict.resetAfter} seconds`, {
    headers: { "Retry-After": String(verdict.resetAfter) },
  });
}

/** Whether the credential satisfies the route's access rule. */
export function isAuthorised(identity: Identity, mounted: MountedRoute): boolean {
  return isOfKind(identity, mounted) && !isRestricted(identity, mounted) && isWithinScopes(identity, mounted);
}

function isOfKind({ actor }: Identity, { route }: MountedRoute): boolean {
  return !route.access.user || actor.kind === "user";
}

/** Whether the caller is restricted and the route is not open to restricted callers. */
function isRestricted({ restricted }: Identity, { route: { access } }: MountedRoute): boolean {
  return restricted !== undefined && !(access.user && access.restricted);
}

function isWithinScopes(identity: Identity, { scopes }: MountedRoute): boolean {
  return scopes.length === 0 || scopes.some((scope) => identity.scopes.has(scope));
}

function authorise(identity: Identity, mounted: MountedRoute): void {
  if (!isOfKind(identity, mounted)) {
    throw new AppError("PERMISSION_DENIED", "This needs a user's own token, as a login gives it");
  }
  const [scope] = mounted.scopes;
  if (identity.restricted !== undefined && isRestricted(identity, mounted)) {
    throw new AppError("PERMISSION_DENIED", identity.restricted, {
      details: scope === undefined ? {} : { required_scope: scope },
    });
  }
  if (!isWithinScopes(identity, mounted)) throw forbidden(scope!);
}

/** Logs a failure of work after its deadline. */
export function logLateFailure(log: Logger, x: Exchange, error: unknown): void {
  log.warn({ err: error, request_id: x.requestId }, "work that outlived its deadline failed");
}
