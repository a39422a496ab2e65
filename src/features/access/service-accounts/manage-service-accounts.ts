import type { RequestContext } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { isId } from "../../../platform/ids.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { ServiceAccount } from "../access.model.ts";
import { requireUser } from "../access.rules.ts";
import type { OwnerFilter } from "../entries/entries.store.ts";
import { type EntryPage, type ListInput, readEntries } from "../entries/entry-pages.ts";
import { type ServiceAccountColumn, serviceAccountsStore } from "./service-accounts.store.ts";

export interface ManageServiceAccountsDeps {
  postgres: Postgres;
  clock: Clock;
  /** Called after a revocation, so that this process refuses the account's tokens at once. */
  onRevoked(id: string): void;
}

export interface ServiceAccountVerbs {
  list(ctx: RequestContext, input: ListInput<ServiceAccountColumn>): Promise<EntryPage<ServiceAccount>>;
  /**
   * Revokes the account: its assertions and tokens are refused, here at once, by other processes within five seconds.
   * Throws 404 for an account that the caller may not see.
   */
  revoke(ctx: RequestContext, id: string): Promise<void>;
}

/** Needs a user's login token. Users see the accounts that they created; with `admin.users` all of the tenant. */
export function createServiceAccountVerbs(deps: ManageServiceAccountsDeps): ServiceAccountVerbs {
  const visibleTo = (ctx: RequestContext): OwnerFilter => {
    requireUser(ctx);
    return { tenantId: ctx.tenantId, userId: ctx.scopes.has("admin.users") ? undefined : ctx.actor.id };
  };

  return {
    async list(ctx, input) {
      return readEntries(serviceAccountsStore, deps.postgres, visibleTo(ctx), input);
    },

    async revoke(ctx, id) {
      const filter = visibleTo(ctx);
      if (!isId(id)) throw notFound("service account");
      await deps.postgres.transaction(async (tx) => {
        const account = await serviceAccountsStore.find(tx, filter, id);
        if (!account || !(await serviceAccountsStore.remove(tx, filter, id))) throw notFound("service account");
        const target = { kind: "service_account", id };
        const before = { name: account.name, scopes: account.scopes };
        await recordAudit(tx, ctx, { action: "service_account.revoked", target, before }, deps.clock.now());
      });
      deps.onRevoked(id);
    },
  };
}
