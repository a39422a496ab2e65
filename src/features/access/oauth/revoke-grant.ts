import type { RequestContext } from "../../../context.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import { grantsStore } from "./grants.store.ts";

export interface RevokeGrantDeps {
  postgres: Postgres;
  clock: Clock;
  /** Called after a revocation, so that this process refuses the grant's tokens at once. */
  onGrantRevoked(id: string): void;
}

/** Revokes a grant with all its tokens: here at once, in other processes within five seconds. Idempotent. */
export type RevokeGrant = (id: string, reason: string, origin: GrantRevoker) => Promise<void>;

/** Request, client and actor of the revocation; without an actor, as when an OAuth client revokes, it is the system. */
export type GrantRevoker = Pick<RequestContext, "requestId" | "client"> & Partial<Pick<RequestContext, "actor">>;

export function createRevokeGrant({ postgres, clock, onGrantRevoked }: RevokeGrantDeps): RevokeGrant {
  return async (id, reason, { requestId, client, actor = { kind: "system", id: "system" } }) => {
    const now = clock.now();
    await postgres.transaction(async (tx) => {
      const revoked = await grantsStore.revoke(tx, id, now);
      if (!revoked) return;
      const { clientId, userId, tenantId } = revoked;
      const record = {
        action: "oauth_grant.revoked",
        target: { kind: "oauth_grant", id },
        before: { client_id: clientId, user_id: userId },
        after: { reason },
      };
      await recordAudit(tx, { requestId, client, tenantId, actor }, record, now);
    });
    onGrantRevoked(id);
  };
}
