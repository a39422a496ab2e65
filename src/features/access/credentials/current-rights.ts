import type { Actor } from "../../../context.ts";
import { isScope, SCOPES, type Scope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { keysStore } from "../keys/keys.store.ts";
import { grantsStore } from "../oauth/grants.store.ts";
import { serviceAccountsStore } from "../service-accounts/service-accounts.store.ts";
import { usersStore } from "../users/users.store.ts";

/**
 * The scopes that an actor has now, for work that runs long after it was asked for: those of the user, key, account or
 * grant, and for what a user owns none that the user lacks. Undefined where the actor no longer exists or has expired.
 * That a user logged out changes nothing.
 */
export type CurrentRights = (tenantId: string, actor: Actor) => Promise<ReadonlySet<Scope> | undefined>;

export function createCurrentRights({ postgres, clock }: { postgres: Postgres; clock: Clock }): CurrentRights {
  const ofUser = async (tenantId: string, id: string) => {
    const user = await usersStore.findAccount(postgres, tenantId, id);
    return user && new Set<Scope>(user.administrator ? SCOPES : user.scopes.filter(isScope));
  };

  const ofKey = async (tenantId: string, id: string) => {
    const key = await keysStore.find(postgres, { tenantId, kind: "api_key" }, id);
    if (!key || key.expiresAt <= clock.now()) return undefined;
    const [live] = await keysStore.findLive(postgres, [id]);
    return live && limited(key.scopes, live.ownerScopes);
  };

  const ofAccount = async (tenantId: string, id: string) => {
    const account = await serviceAccountsStore.find(postgres, { tenantId }, id);
    const [live] = account ? await serviceAccountsStore.findLive(postgres, [id]) : [];
    return account && live && limited(account.scopes, live.ownerScopes);
  };

  const ofGrant = async (tenantId: string, userId: string, clientId: string | undefined) => {
    const user = await ofUser(tenantId, userId);
    const granted = clientId === undefined ? [] : await grantsStore.scopesGranted(postgres, clientId, userId);
    return user && granted.length > 0 ? limited(granted, [...user]) : undefined;
  };

  return async (tenantId, actor) => {
    switch (actor.kind) {
      case "user":
        return ofUser(tenantId, actor.id);
      case "oauth":
        return ofGrant(tenantId, actor.id, actor.clientId);
      case "api_key":
        return ofKey(tenantId, actor.id);
      case "service_account":
        return ofAccount(tenantId, actor.id);
      case "system":
        return new Set(SCOPES);
      case "discovery_token":
      case "integration":
        return undefined;
    }
  };
}

/** @param by null: no limit */
function limited(scopes: readonly string[], by: readonly string[] | null): ReadonlySet<Scope> {
  return new Set(scopes.filter(isScope).filter((scope) => by === null || by.includes(scope)));
}
