import type { RequestContext } from "../../../context.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import { grantsStore } from "./grants.store.ts";

export interface EndGrantDeps {
  postgres: Postgres;
  clock: Clock;
  /** Told of a grant that ended, so that this process stops honouring its tokens at once. */
  onGrantEnded(id: string): void;
}

/** Ends a grant with all its tokens: here at once, in other processes within five seconds. An ended one stays as it is. */
export type EndGrant = (id: string, reason: string, origin: GrantEnder) => Promise<void>;

/** Where the request came from that ended it, and of whom; a client by itself is nobody's actor. */
export type GrantEnder = Pick<RequestContext, "requestId" | "client"> & Partial<Pick<RequestContext, "actor">>;

export function createEndGrant({ postgres, clock, onGrantEnded }: EndGrantDeps): EndGrant {
  return async (id, reason, { requestId, client, actor = { kind: "system", id: "system" } }) => {
    const now = clock.now();
    await postgres.transaction(async (tx) => {
      const ended = await grantsStore.revoke(tx, id, now);
      if (!ended) return;
      const { clientId, userId, tenantId } = ended;
      const record = {
        action: "oauth_grant.revoked",
        target: { kind: "oauth_grant", id },
        before: { client_id: clientId, user_id: userId },
        after: { reason },
      };
      await recordAudit(tx, { requestId, client, tenantId, actor }, record, now);
    });
    onGrantEnded(id);
  };
}
