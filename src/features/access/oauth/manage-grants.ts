import type { RequestContext } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { isId } from "../../../platform/ids.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { requireUser } from "../access.rules.ts";
import { type EntryPage, type ListInput, readEntries } from "../entries/entry-pages.ts";
import { type Grant, type GrantFilter, grantsStore } from "./grants.store.ts";
import type { RevokeGrant } from "./revoke-grant.ts";

export interface GrantVerbs {
  list(ctx: RequestContext, input: ListInput<"createdAt">): Promise<EntryPage<Grant>>;
  /**
   * Revokes the grant: its tokens are refused here at once, by other processes within five seconds. Throws 404 for a
   * grant that the caller may not see.
   */
  revoke(ctx: RequestContext, id: string): Promise<void>;
}

/** Needs a user's login token. Users see the grants that they gave; with `admin.users` all of the tenant. */
export function createGrantVerbs(deps: { postgres: Postgres; clock: Clock; revokeGrant: RevokeGrant }): GrantVerbs {
  const { postgres, clock } = deps;
  const visibleTo = (ctx: RequestContext): GrantFilter => {
    requireUser(ctx);
    const userId = ctx.scopes.has("admin.users") ? undefined : ctx.actor.id;
    return { tenantId: ctx.tenantId, userId, now: clock.now() };
  };

  return {
    async list(ctx, input) {
      return readEntries(grantsStore, postgres, visibleTo(ctx), input);
    },

    async revoke(ctx, id) {
      const filter = visibleTo(ctx);
      if (!isId(id) || !(await grantsStore.find(postgres, filter, id))) throw notFound("OAuth grant");
      await deps.revokeGrant(id, "taken back", ctx);
    },
  };
}
