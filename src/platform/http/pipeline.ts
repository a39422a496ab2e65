import { randomUUID } from "node:crypto";
import type { RequestContext } from "../../context.ts";
import { AppError, forbidden, invalid, type Violation } from "../../errors.ts";
import { derivedId } from "../ids.ts";
import type { Logger } from "../log.ts";
import { CheckedCall, publicContext } from "./call.ts";
import type { Exchange } from "./exchange.ts";
import { fingerprint, idempotencyKey, once } from "./idempotency.ts";
import { checkInput, type ReceivedBody, receiveBody } from "./input.ts";
import type { MountedRoute } from "./mounted.ts";
import { checkAccept } from "./negotiation.ts";
import {
  type Authenticator,
  type IdempotencyStore,
  type Identity,
  isPromise,
  type RateLimiter,
  type RateVerdict,
} from "./ports.ts";
import { type Rendered, render, renderError } from "./rendered.ts";
import type { Call, PublicContext, Route } from "./route.ts";

export interface PipelineDeps {
  authenticator: Authenticator;
  limiter: RateLimiter;
  idempotency: IdempotencyStore;
  log: Logger;
  /** Base of absolute addresses, without a slash at its end. */
  origin: () => string;
}

/**
 * Runs one matched request; the AppError that refuses it is thrown or rejected with. Answers at once where nothing
 * needs waiting for: the server then sends without a turn of the event loop, which a quarter of its throughput rests on.
 */
export type Pipeline = (
  x: Exchange,
  mounted: MountedRoute,
  pathParams: Readonly<Record<string, string>>,
) => Rendered | Promise<Rendered>;

/**
 * The order in which a request is refused, once path and method are known: credential (401), scope (403), rate (429),
 * media type (406, 415), well-formed body (400), known thing (404), valid fields (400), state (by the handler).
 */
export function createPipeline(deps: PipelineDeps): Pipeline {
  return (x, mounted, pathParams) => {
    if (mounted.route.deadlineMs !== undefined) x.deadlineMs = mounted.route.deadlineMs;
    const admitted = admit(deps, x, mounted);
    const request = { x, mounted, pathParams, received: undefined };
    return admitted ? admitted.then(() => receive(deps, request)) : receive(deps, request);
  };
}

/** A request that was let in. */
interface Admitted {
  x: Exchange;
  mounted: MountedRoute;
  pathParams: Readonly<Record<string, string>>;
  received: ReceivedBody | undefined;
}

function receive(deps: PipelineDeps, request: Admitted): Rendered | Promise<Rendered> {
  const { x, mounted } = request;
  checkAccept(x.header("accept"), mounted.produces);
  if (!mounted.consumes) return process(deps, request);
  return receiveBody(x, mounted).then((received) => process(deps, { ...request, received }));
}

function process(deps: PipelineDeps, request: Admitted): Rendered | Promise<Rendered> {
  const { x, mounted } = request;
  const key = mounted.route.idempotent ? idempotencyKey(x.header("idempotency-key")) : undefined;
  const answer =
    key === undefined || !x.identity ? perform(deps, request) : performOnce(deps, request, x.identity.tenantId, key);
  return isPromise(answer) ? x.within(answer, (error) => reportLate(deps, x, error)) : answer;
}

function reportLate({ log }: PipelineDeps, x: Exchange, error: unknown): void {
  log.warn({ err: error, request_id: x.requestId }, "work that outlived its deadline failed");
}

/** Credential, scope and rate. Returns nothing when all three could be told at once. */
function admit(deps: PipelineDeps, x: Exchange, mounted: MountedRoute): Promise<void> | undefined {
  const { route } = mounted;
  if (route.limit === "none") return undefined;
  if (route.access.public) return settle(deps, x, mounted, undefined);
  const identity = deps.authenticator.authenticate(x);
  if (!isPromise(identity)) return settle(deps, x, mounted, identity);
  return x.within(identity, (error) => reportLate(deps, x, error)).then((known) => settle(deps, x, mounted, known));
}

function settle(deps: PipelineDeps, x: Exchange, mounted: MountedRoute, identity: Identity | undefined) {
  x.identity = identity;
  const subject = identity
    ? { kind: identity.actor.kind, key: `${identity.tenantId}|${identity.actor.kind}|${identity.actor.id}` }
    : ({ kind: "address", key: x.address } as const);
  const verdict = deps.limiter.take(subject, mounted.route.limit, mounted.variant.name);
  if (!isPromise(verdict)) return judge(x, mounted, verdict);
  return x.within(verdict, (error) => reportLate(deps, x, error)).then((found) => judge(x, mounted, found));
}

/** Every answer after authentication carries the four headers, so the scope is judged when the count is known. */
function judge(x: Exchange, mounted: MountedRoute, verdict: RateVerdict): undefined {
  x.headers["X-RateLimit-Limit"] = String(verdict.limit);
  x.headers["X-RateLimit-Remaining"] = String(verdict.remaining);
  x.headers["X-RateLimit-Reset"] = String(verdict.resetAt);
  x.headers["X-RateLimit-Reset-After"] = String(verdict.resetAfter);
  if (x.identity) authorise(x.identity, mounted);
  if (verdict.allowed) return;
  throw new AppError("RATE_LIMIT_EXCEEDED", `Too many requests; try again in ${verdict.resetAfter} seconds`, {
    headers: { "Retry-After": String(verdict.resetAfter) },
  });
}

function authorise(identity: Identity, { route, scopes }: MountedRoute): void {
  if (route.access.user && identity.actor.kind !== "user") {
    throw new AppError("PERMISSION_DENIED", "This needs a user's own token, as a login gives it");
  }
  if (scopes.length > 0 && !scopes.some((scope) => identity.scopes.has(scope))) throw forbidden(scopes[0]!);
}

function perform(deps: PipelineDeps, admitted: Admitted, idempotencyId?: string): Rendered | Promise<Rendered> {
  const { x, mounted, received, pathParams } = admitted;
  const { route, variant } = mounted;
  const ctx: RequestContext | PublicContext = x.identity ? x.context(x.identity) : publicContext(x);
  const input = checkInput(x, mounted, received, pathParams);
  if (input.faults) return refuse(route, ctx, input.params, input.faults);
  const call = new CheckedCall(x, mounted, ctx, input, {
    idempotencyId,
    origin: deps.origin,
    authenticator: deps.authenticator,
  });
  const result = route.handle(call as unknown as Call<never, never, never, never>);
  return isPromise(result) ? result.then((r) => render(r, variant, call)) : render(result, variant, call);
}

/** What does not exist goes before what is wrong with the fields. */
async function refuse(
  route: Route,
  ctx: RequestContext | PublicContext,
  params: unknown,
  faults: Violation[],
): Promise<never> {
  await route.known?.(ctx, params as never);
  throw invalid(faults);
}

function performOnce(deps: PipelineDeps, admitted: Admitted, tenantId: string, key: string): Promise<Rendered> {
  const { x, mounted, received } = admitted;
  const { route, variant } = mounted;
  const operation = `${variant.name}:${route.operationId}`;
  const claim = {
    tenantId,
    route: operation,
    key,
    fingerprint: fingerprint(x.path, x.rawQuery, received?.mediaType ?? "", received?.bytes ?? new Uint8Array()),
    claimId: randomUUID(),
  };
  return once({
    store: deps.idempotency,
    claim,
    secretAnswer: route.secretAnswer ?? false,
    work: async () => perform(deps, admitted, derivedId(tenantId, operation, key)),
    present: (error) => renderError({ error, requestId: x.requestId, body: x.body, query: x.query }, variant),
    onLost: (error) =>
      deps.log.warn({ err: error, request_id: x.requestId }, "an answer could not be kept under its Idempotency-Key"),
  });
}
