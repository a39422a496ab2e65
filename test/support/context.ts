import type { RequestContext } from "../../src/context.ts";
import { SCOPES, type Scope } from "../../src/model/scopes.ts";
import { newId } from "../../src/platform/ids.ts";

/** Request context of a user of the tenant with these scopes; default: all. */
export function contextOf(tenantId: string, ...scopes: Scope[]): RequestContext {
  return {
    tenantId,
    actor: { kind: "user", id: "tester" },
    scopes: new Set(scopes.length > 0 ? scopes : SCOPES),
    requestId: newId(),
  };
}

/** A caller whom the rate limiter has yet to count, and what tells it that it is admitted or refused. */
export function uncounted(tenantId: string): { ctx: RequestContext; tell: (refusal?: Error) => void } {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // As for a request, whose own answer waits for it.
  promise.catch(() => undefined);
  return {
    ctx: { ...contextOf(tenantId), rateLimitVerdict: promise },
    tell: (refusal) => (refusal ? reject(refusal) : resolve()),
  };
}
