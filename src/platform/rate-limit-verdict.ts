import type { RequestContext } from "../context.ts";

/** Thrown within a transaction to roll it back: the rate limiter refused some of the requests that share it. */
export class RequestsRefused extends Error {
  override readonly name = "RequestsRefused";
  /** The refusal of each refused request, by its context. */
  readonly refusals: ReadonlyMap<RequestContext, unknown>;

  constructor(refusals: ReadonlyMap<RequestContext, unknown>) {
    super("a request was refused while its work was under way");
    this.refusals = refusals;
  }
}

/** Waits until the rate limiter has counted the requests of all contexts. Returns the refusal of each refused request. */
export async function findRefusals(contexts: readonly RequestContext[]): Promise<ReadonlyMap<RequestContext, unknown>> {
  const refusals = new Map<RequestContext, unknown>();
  const counted = contexts.map((ctx) =>
    ctx.rateLimitVerdict?.catch((reason: unknown) => void refusals.set(ctx, reason)),
  );
  await Promise.all(counted);
  return refusals;
}

/**
 * Waits until the rate limiter has counted the requests of all contexts. The last step of a transaction that started
 * before the verdicts were known.
 *
 * @throws RequestsRefused with the refused requests
 */
export async function awaitRateLimitVerdicts(contexts: readonly RequestContext[]): Promise<void> {
  const refusals = await findRefusals(contexts);
  if (refusals.size > 0) throw new RequestsRefused(refusals);
}
