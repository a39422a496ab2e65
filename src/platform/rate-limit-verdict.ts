import type { RequestContext } from "../context.ts";

/** Thrown within a transaction to roll it back: the rate limiter refused some of the requests that share it. */
class RequestsRefused extends Error {
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
 * Waits until the rate limiter has counted the requests of all contexts. The last step before the commit of a transaction
 * that started before the verdicts were known; see `writeAdmitted`.
 *
 * @throws RequestsRefused with the refused requests
 */
export async function awaitRateLimitVerdicts(contexts: readonly RequestContext[]): Promise<void> {
  const refusals = await findRefusals(contexts);
  if (refusals.size > 0) throw new RequestsRefused(refusals);
}

/**
 * Runs a transaction that calls `awaitRateLimitVerdicts` before its commit. If that rolls it back, the admitted items run
 * again, as if the refused ones had never been requested.
 *
 * @returns one result per item, in order
 */
export async function writeAdmitted<I extends { ctx: RequestContext }, R>(
  items: I[],
  write: (items: I[]) => Promise<R[]>,
  refused: (refusal: unknown) => R,
): Promise<R[]> {
  try {
    return await write(items);
  } catch (error) {
    if (!(error instanceof RequestsRefused)) throw error;
    const { refusals } = error;
    const admitted = items.filter(({ ctx }) => !refusals.has(ctx));
    const results = admitted.length > 0 ? await write(admitted) : [];
    const resultOf = new Map(admitted.map((item, i) => [item, results[i]!]));
    return items.map((item) => resultOf.get(item) ?? refused(refusals.get(item.ctx)));
  }
}
