import type { RequestContext } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { isId } from "../../../platform/ids.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import { requireUser } from "../access.rules.ts";
import type { OwnerFilter } from "../entries/entries.store.ts";
import { type EntryPage, type ListInput, readEntries } from "../entries/entry-pages.ts";
import { auditedClient } from "./create-oauth-client.ts";
import type { OAuthClient } from "./oauth.model.ts";
import { type OAuthClientColumn, oauthClientsStore } from "./oauth-clients.store.ts";

export interface ManageOAuthClientsDeps {
  postgres: Postgres;
  clock: Clock;
  /** Called for each grant of a revoked client, so that this process refuses its tokens at once. */
  onGrantRevoked(id: string): void;
}

export interface OAuthClientVerbs {
  list(ctx: RequestContext, input: ListInput<OAuthClientColumn>): Promise<EntryPage<OAuthClient>>;
  /** Throws 404 for a client that the caller may not see. */
  get(ctx: RequestContext, id: string): Promise<OAuthClient>;
  /**
   * Deletes the client with all its grants: its tokens are refused here at once, by other processes within five
   * seconds. Throws 404 for a client that the caller may not see.
   */
  revoke(ctx: RequestContext, id: string): Promise<void>;
}

/** Needs a user's login token. Users see the clients that they created; with `admin.users` all of the tenant. */
export function createOAuthClientVerbs(deps: ManageOAuthClientsDeps): OAuthClientVerbs {
  const { postgres, clock } = deps;
  const visibleTo = (ctx: RequestContext): OwnerFilter => {
    requireUser(ctx);
    return { tenantId: ctx.tenantId, userId: ctx.scopes.has("admin.users") ? undefined : ctx.actor.id };
  };

  return {
    async list(ctx, input) {
      return readEntries(oauthClientsStore, postgres, visibleTo(ctx), input);
    },

    async get(ctx, id) {
      const filter = visibleTo(ctx);
      const found = isId(id) ? await oauthClientsStore.find(postgres, filter, id) : undefined;
      if (!found) throw notFound("OAuth client");
      return found;
    },

    async revoke(ctx, id) {
      const filter = visibleTo(ctx);
      if (!isId(id)) throw notFound("OAuth client");
      const revokedGrantIds = await postgres.transaction(async (tx) => {
        const client = await oauthClientsStore.find(tx, filter, id);
        const removed = client && (await oauthClientsStore.remove(tx, filter, id));
        if (!removed) throw notFound("OAuth client");
        const record = {
          action: "oauth_client.deleted",
          target: { kind: "oauth_client", id },
          before: auditedClient(client),
        };
        await recordAudit(tx, ctx, record, clock.now());
        return removed.grantIds;
      });
      for (const grantId of revokedGrantIds) deps.onGrantRevoked(grantId);
    },
  };
}
