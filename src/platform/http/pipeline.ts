import { randomUUID } from "node:crypto";
import type { RequestContext } from "../../context.ts";
import { invalid, type Violation } from "../../errors.ts";
import { derivedId } from "../ids.ts";
import { CheckedCall, publicContext } from "./call.ts";
import { DEFAULT_DEADLINE_MS, type Exchange } from "./exchange.ts";
import { createFairShare, type FairShare } from "./fair-share.ts";
import { createGate, type Gate, type GateDeps, isAuthorised, logLateFailure } from "./gate.ts";
import { fingerprint, idempotencyKey, runOnce } from "./idempotency.ts";
import { checkInput, type ReceivedBody, receiveBody } from "./input.ts";
import type { MountedRoute } from "./mounted.ts";
import { preferredFormat } from "./negotiation.ts";
import { type IdempotencyStore, isPromise } from "./ports.ts";
import { queryParameter, withoutApiKey } from "./query.ts";
import { type Rendered, render, renderError } from "./rendered.ts";
import type { Call, PublicContext, Route } from "./route.ts";
import type { StoreWatch } from "./store-watch.ts";

export interface PipelineDeps extends GateDeps {
  idempotency: IdempotencyStore;
  /** Base of absolute addresses, without a trailing slash. */
  origin: () => string;
  storeWatch: StoreWatch;
  /** Default deadline of a request, in milliseconds; a route may declare a longer one. Default 4,500. */
  deadlineMs?: number;
}

interface Deps extends PipelineDeps {
  share: FairShare;
  gate: Gate;
}

/**
 * Runs one matched request. Throws or rejects with the AppError that refuses it. Returns synchronously if nothing needs
 * waiting: the server then sends without a turn of the event loop, which gives a quarter of its throughput.
 */
export type Pipeline = (
  x: Exchange,
  mounted: MountedRoute,
  pathParams: Readonly<Record<string, string>>,
) => Rendered | Promise<Rendered>;

/**
 * Creates the pipeline. Once path and method match, it checks in this order: credential (401), scope (403), rate (429),
 * media types (406, 415), well-formed body (400), existing thing (404), valid fields (400), state (by the handler).
 */
export function createPipeline(pipelineDeps: PipelineDeps): Pipeline {
  const gate = createGate(pipelineDeps);
  const deps: Deps = { ...pipelineDeps, share: createFairShare(), gate };
  const defaultMs = deps.deadlineMs ?? DEFAULT_DEADLINE_MS;
  const run: Pipeline = (x, mounted, pathParams) => {
    // Authentication keeps the normal deadline; only the handler may run longer.
    x.deadlineMs = Math.min(mounted.route.deadlineMs ?? defaultMs, defaultMs);
    const verdict = gate.check(x, mounted);
    const request = { x, mounted, pathParams, received: undefined, format: undefined };
    if (!verdict) return receive(deps, request);
    if (!mayRunBeforeVerdict(x, mounted)) return verdict.then(() => receive(deps, request));
    if (mounted.route.method !== "GET") x.rateLimitVerdict = verdict;
    return afterVerdict(verdict, () => receive(deps, request));
  };
  return (x, mounted, pathParams) =>
    isLong(mounted)
      ? whileStoresAnswer(deps.storeWatch, x, () => run(x, mounted, pathParams))
      : run(x, mounted, pathParams);
}

/**
 * Ends long work with 503 once a store is gone. The checks count from the request's start: whatever its handler waits for,
 * it is answered within 5 s of then, or of the store's going.
 */
async function whileStoresAnswer(watch: StoreWatch, x: Exchange, work: () => Rendered | Promise<Rendered>) {
  const end = watch.begin(() => x.expire());
  try {
    return await work();
  } finally {
    end();
  }
}

/**
 * Whether the handler may run before the rate limiter's verdict; the answer then waits for it. A read changes nothing
 * (RFC 9110, section 9.2.1), and some writes await the verdict themselves, unless an Idempotency-Key would be claimed
 * first. Long work waits, so that it is not done in vain.
 */
function mayRunBeforeVerdict(x: Exchange, mounted: MountedRoute): boolean {
  const { method, awaitsRateLimitVerdict } = mounted.route;
  return (
    (method === "GET" || (awaitsRateLimitVerdict === true && x.header("idempotency-key") === undefined)) &&
    x.identity !== undefined &&
    isAuthorised(x.identity, mounted) &&
    !isLong(mounted)
  );
}

/** The result of the work, or the rate limiter's refusal, which discards the result. */
function afterVerdict(verdict: Promise<void>, work: () => Rendered | Promise<Rendered>): Promise<Rendered> {
  const done = new Promise<Rendered>((resolve) => resolve(work()));
  // The work may fail before the verdict: that is no unhandled rejection.
  done.catch(() => undefined);
  return verdict.then(
    () => done,
    (refusal) => {
      void done.then(discard, () => undefined);
      throw refusal;
    },
  );
}

function discard({ body }: Rendered): void {
  if (body instanceof ReadableStream) void body.cancel();
}

/** A request that passed the gate. */
interface AcceptedRequest {
  x: Exchange;
  mounted: MountedRoute;
  pathParams: Readonly<Record<string, string>>;
  received: ReceivedBody | undefined;
  /** The representation that Accept prefers, of a route with several and a query that names none. */
  format: string | undefined;
}

function receive(deps: Deps, request: AcceptedRequest): Rendered | Promise<Rendered> {
  const { x, mounted } = request;
  const { formats } = mounted.route;
  if (formats && queryParameter(x.rawQuery, "format") === undefined) {
    request.format = preferredFormat(x.header("accept"), formats);
  }
  if (!mounted.consumes) return execute(deps, request);
  return receiveBody(x, mounted).then((received) => execute(deps, { ...request, received }));
}

/** What a request that waited past its deadline resolves with; its caller has been answered. */
const LATE: Rendered = { status: 503, headers: {}, body: null };

function execute(deps: Deps, request: AcceptedRequest): Rendered | Promise<Rendered> {
  const { x, mounted } = request;
  const tenantId = x.identity?.tenantId;
  const key = mounted.route.idempotent ? idempotencyKey(x.header("idempotency-key")) : undefined;
  const work = () => {
    if (x.expired) return LATE;
    return key === undefined || tenantId === undefined
      ? perform(deps, request)
      : performOnce(deps, request, tenantId, key);
  };
  // Long work of one tenant would hold back the others' for as long.
  const answer = tenantId === undefined || isLong(mounted) ? work() : deps.share.run(tenantId, work);
  if (!isPromise(answer)) return answer;
  x.deadlineMs = mounted.route.deadlineMs ?? x.deadlineMs;
  const rendered = x.within(
    answer,
    (value) => value,
    (error) => logLateFailure(deps.log, x, error),
  );
  // It was found to be gone while the request was received.
  if (isLong(mounted) && deps.storeWatch.gone()) x.expire();
  return rendered;
}

function isLong({ route }: MountedRoute): boolean {
  return route.deadlineMs !== undefined && route.deadlineMs > DEFAULT_DEADLINE_MS;
}

function perform(deps: Deps, request: AcceptedRequest, idempotencyId?: string): Rendered | Promise<Rendered> {
  const { x, mounted } = request;
  const { route, variant } = mounted;
  const ctx: RequestContext | PublicContext = x.identity ? x.context(x.identity) : publicContext(x);
  const input = checkInput(x, mounted, request);
  if (input.faults) return refuse(route, ctx, input.params, input.faults);
  const call = new CheckedCall(x, mounted, ctx, input, {
    idempotencyId,
    origin: deps.origin,
    authenticator: deps.authenticator,
    gate: deps.gate,
  });
  const result = route.handle(call as unknown as Call<never, never, never, never>);
  return isPromise(result) ? result.then((r) => render(r, variant, call)) : render(result, variant, call);
}

/** Rejects with 404 if the thing does not exist, else with 400 for the fields. */
async function refuse(
  route: Route,
  ctx: RequestContext | PublicContext,
  params: unknown,
  faults: Violation[],
): Promise<never> {
  await route.checkExists?.(ctx, params as never);
  throw invalid(faults);
}

function performOnce(deps: Deps, request: AcceptedRequest, tenantId: string, key: string): Promise<Rendered> {
  const { x, mounted, received } = request;
  const { route, variant } = mounted;
  const operation = `${variant.name}:${route.operationId}`;
  const query = withoutApiKey(x.rawQuery);
  const claim = {
    tenantId,
    route: operation,
    key,
    fingerprint: fingerprint(x.path, query, received?.mediaType ?? "", received?.bytes ?? new Uint8Array()),
    claimId: randomUUID(),
  };
  return runOnce({
    store: deps.idempotency,
    claim,
    secretAnswer: route.secretAnswer ?? false,
    work: async (seed) => perform(deps, request, derivedId(tenantId, operation, key, seed, claim.fingerprint)),
    present: (error) => renderError({ error, requestId: x.requestId, body: x.body, query: x.query }, variant),
    onStoreFailure: (error) =>
      deps.log.warn({ err: error, request_id: x.requestId }, "an answer could not be stored under its Idempotency-Key"),
  });
}
