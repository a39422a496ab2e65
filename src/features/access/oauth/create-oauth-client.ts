import type { RequestContext } from "../../../context.ts";
import { conflict } from "../../../errors.ts";
import type { Scope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import { requireGrantable, requireUser } from "../access.rules.ts";
import { makeKey } from "../keys/key-format.ts";
import { refuseDeletedOwner } from "../keys/refuse-deleted-owner.ts";
import type { OAuthClient } from "./oauth.model.ts";
import { oauthClientsStore } from "./oauth-clients.store.ts";

/** Fields of a new client, validated by `access.rules.ts` and `redirect-uri.ts`. */
export interface NewOAuthClientInput {
  name: string;
  redirectUris: readonly string[];
  scopes: readonly Scope[];
  public: boolean;
  /** Idempotency id, the same for every retry of one request; generated when absent. */
  id?: string | undefined;
}

/** A client with its secret, which is available only at creation. A public client has none. */
export interface CreatedOAuthClient {
  client: OAuthClient;
  secret: string | undefined;
}

/**
 * Registers an OAuth client of the caller's tenant. Throws 403 without a user's login token, and 403 naming the first
 * scope that the user lacks.
 */
export function createCreateOAuthClient(deps: { postgres: Postgres; clock: Clock; keyEnvironment: string }) {
  return async (ctx: RequestContext, input: NewOAuthClientInput): Promise<CreatedOAuthClient> => {
    requireUser(ctx);
    requireGrantable(ctx, input.scopes);
    const { tenantId } = ctx;
    const secret = input.public ? undefined : makeKey("oauth_client_secret", deps.keyEnvironment);
    const id = input.id ?? newId();
    const createdAt = deps.clock.now();
    const { name, redirectUris, scopes } = input;
    const store = async (tx: Sql): Promise<CreatedOAuthClient> => {
      const secretHash = secret === undefined ? undefined : sha256(secret);
      const row = { id, tenantId, userId: ctx.actor.id, name, redirectUris, scopes, secretHash, createdAt };
      if (!(await oauthClientsStore.insert(tx, row))) {
        // The secret was in the answer of the earlier try and cannot be shown again.
        throw conflict("An earlier try of this request made the client", { details: { existing_id: id } });
      }
      const client = await oauthClientsStore.find(tx, { tenantId }, id);
      if (!client) throw new Error("a client just made is not there");
      const after = auditedClient(client);
      await recordAudit(
        tx,
        ctx,
        { action: "oauth_client.created", target: { kind: "oauth_client", id }, after },
        createdAt,
      );
      return { client, secret };
    };
    return refuseDeletedOwner(() => deps.postgres.transaction(store));
  };
}

/** The fields of a client that the audit log records. */
export function auditedClient({ name, redirectUris, scopes, public: isPublic }: OAuthClient): Record<string, unknown> {
  return { name, redirect_uris: redirectUris, scopes, public: isPublic };
}
