import type { RequestContext } from "../context.ts";

/** Thrown by work of a transaction, which is thereby undone, where some of those on whose behalf it ran were refused. */
export class NotAdmitted extends Error {
  override readonly name = "NotAdmitted";
  /** Why, by the context of each one that was refused. */
  readonly refusals: ReadonlyMap<RequestContext, unknown>;

  constructor(refusals: ReadonlyMap<RequestContext, unknown>) {
    super("a request was refused while its work was under way");
    this.refusals = refusals;
  }
}

/**
 * Waits until the requests of all contexts are counted; the last step of a transaction that began before.
 *
 * @throws NotAdmitted naming those that were refused
 */
export async function allAdmitted(contexts: readonly RequestContext[]): Promise<void> {
  const refusals = new Map<RequestContext, unknown>();
  const counted = contexts.map((ctx) => ctx.admitted?.catch((reason: unknown) => void refusals.set(ctx, reason)));
  await Promise.all(counted);
  if (refusals.size > 0) throw new NotAdmitted(refusals);
}
