import type { RequestContext } from "../../../context.ts";
import { conflict } from "../../../errors.ts";
import type { Scope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { ServiceAccount } from "../access.model.ts";
import { requireGrantable, requireUser } from "../access.rules.ts";
import { refuseDeletedOwner } from "../keys/refuse-deleted-owner.ts";
import { serviceAccountsStore } from "./service-accounts.store.ts";

/** Fields of a new account, validated by `access.rules.ts` and `public-key.ts`. */
export interface NewServiceAccountInput {
  name: string;
  scopes: readonly Scope[];
  /** PEM, SubjectPublicKeyInfo. */
  publicKey: string;
  /** Idempotency id, the same for every retry of one request; generated when absent. */
  id?: string | undefined;
}

/**
 * Registers a service account by its public key; the private key never leaves its holder. Throws 403 without a user's
 * login token, and 403 naming the first scope that the user lacks.
 */
export function createCreateServiceAccount(deps: { postgres: Postgres; clock: Clock }) {
  return async (ctx: RequestContext, input: NewServiceAccountInput): Promise<ServiceAccount> => {
    requireUser(ctx);
    requireGrantable(ctx, input.scopes);
    const account = {
      id: input.id ?? newId(),
      tenantId: ctx.tenantId,
      name: input.name,
      scopes: input.scopes,
      createdAt: deps.clock.now(),
    };
    const owner = { userId: ctx.actor.id, publicKey: input.publicKey };
    const store = async (tx: Sql) => {
      if (!(await serviceAccountsStore.insert(tx, { ...account, ...owner }))) return false;
      const target = { kind: "service_account", id: account.id };
      const after = { name: account.name, scopes: account.scopes };
      await recordAudit(tx, ctx, { action: "service_account.created", target, after }, account.createdAt);
      return true;
    };
    const created = await refuseDeletedOwner(() => deps.postgres.transaction(store));
    if (created) return account;
    const filter = { tenantId: ctx.tenantId, userId: ctx.actor.id };
    const earlier = await serviceAccountsStore.find(deps.postgres, filter, account.id);
    if (!earlier) throw conflict("An earlier try of this request made the account, and it was revoked since");
    return earlier;
  };
}
