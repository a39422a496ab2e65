import type { RequestContext } from "../../context.ts";
import { isUnavailable } from "../../errors.ts";
import type { Follower } from "./follower.ts";
import type { StreamKind } from "./stream.model.ts";
import { readableKinds } from "./stream-filter.ts";

export interface GuardDeps {
  follower: Pick<Follower, "end">;
  /** The caller as it was when the stream began. */
  ctx: RequestContext;
  kinds: readonly StreamKind[] | undefined;
  authenticate(): Promise<RequestContext>;
}

/**
 * Creates the check of a caller's rights of now: ends its stream once the credential has expired or was revoked, or reads
 * other kinds than when the stream began. While the store of credentials is away the stream goes on, as requests do whose
 * credential is known.
 */
export function createGuard({ follower, ctx, kinds, authenticate }: GuardDeps): () => Promise<void> {
  const rights = (caller: RequestContext) =>
    [...readableKinds(caller, kinds), caller.scopes.has("admin.users"), caller.actor.id, caller.tenantId].join(" ");
  const begun = rights(ctx);
  return async () => {
    try {
      if (rights(await authenticate()) !== begun) follower.end("rights_changed");
    } catch (error) {
      if (!isUnavailable(error)) follower.end("credential_ended");
    }
  };
}
