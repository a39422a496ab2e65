import type { RequestContext } from "../context.ts";
import type { GraphTx } from "./graph/graph.ts";
import type { Outbox, Publish } from "./jobs/outbox.ts";

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
 * Runs one graph transaction for the items, which begins before the rate limiter has counted their requests, and waits for
 * that before it commits. Where requests are refused, it is rolled back, and the work runs again for the admitted items
 * alone, as if the refused ones had never been requested.
 *
 * @returns one result per item, in order
 */
export async function writeAdmitted<I extends { ctx: RequestContext }, R>(
  outbox: Outbox,
  tenantId: string,
  items: I[],
  { work, refused }: { work(tx: GraphTx, publish: Publish, items: I[]): Promise<R[]>; refused(refusal: unknown): R },
): Promise<R[]> {
  const write = (some: I[]) =>
    outbox.write(
      tenantId,
      (tx, publish) => work(tx, publish, some),
      async () => {
        const refusals = await findRefusals(some.map(({ ctx }) => ctx));
        if (refusals.size > 0) throw new RequestsRefused(refusals);
      },
    );
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
