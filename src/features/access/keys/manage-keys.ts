import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { isId } from "../../../platform/ids.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { AccessKey, KeyKind } from "../access.model.ts";
import { requireUser } from "../access.rules.ts";
import { type EntryPage, type ListInput, readEntries } from "../entries/entry-pages.ts";
import { auditedKey } from "./audited-key.ts";
import { type KeyColumn, type KeyFilter, keysStore } from "./keys.store.ts";

export interface ManageKeysDeps {
  postgres: Postgres;
  clock: Clock;
  /** Called after a revocation, so that this process refuses the key at once. */
  onKeyRevoked(id: string): void;
}

export type ListKeysInput = ListInput<KeyColumn>;
export type KeyPage = EntryPage<AccessKey>;

export interface KeyVerbs {
  list(ctx: RequestContext, input: ListKeysInput): Promise<KeyPage>;
  /** Throws 404 for a key that the caller may not see. */
  get(ctx: RequestContext, id: string): Promise<AccessKey>;
  /** Revokes the key: refused here at once, by other processes within five seconds. Throws 404 like `get`. */
  revoke(ctx: RequestContext, id: string): Promise<void>;
}

/**
 * API keys need a user's login token. Users see their own keys; users with `admin.users` see all keys of the tenant,
 * including those created at the command line. Discovery tokens belong to the tenant and need `discovery.configure`.
 */
export function createKeyVerbs(deps: ManageKeysDeps, kind: KeyKind): KeyVerbs {
  const visibleTo = (ctx: RequestContext): KeyFilter => {
    if (kind === "discovery_token") {
      requireScope(ctx, "discovery.configure");
      return { tenantId: ctx.tenantId, kind };
    }
    requireUser(ctx);
    return { tenantId: ctx.tenantId, kind, userId: ctx.scopes.has("admin.users") ? undefined : ctx.actor.id };
  };
  const what = kind === "api_key" ? "API key" : "discovery token";

  return {
    async list(ctx, input) {
      return readEntries(keysStore, deps.postgres, visibleTo(ctx), input);
    },

    async get(ctx, id) {
      const filter = visibleTo(ctx);
      const key = isId(id) ? await keysStore.find(deps.postgres, filter, id) : undefined;
      if (!key) throw notFound(what);
      return key;
    },

    async revoke(ctx, id) {
      const filter = visibleTo(ctx);
      if (!isId(id)) throw notFound(what);
      await deps.postgres.transaction(async (tx) => {
        const key = await keysStore.remove(tx, filter, id);
        if (!key) throw notFound(what);
        const record = { action: `${kind}.revoked`, target: { kind, id }, before: auditedKey(key) };
        await recordAudit(tx, ctx, record, deps.clock.now());
      });
      deps.onKeyRevoked(id);
    },
  };
}
