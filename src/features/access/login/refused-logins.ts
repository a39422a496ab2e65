import type { RequestContext } from "../../../context.ts";
import { coerceError, isUnavailable } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { ANONYMOUS, type AuditOrigin, recordAudit } from "../../audit/index.ts";

/** Request and client of a login; internal callers have no client. */
export type LoginOrigin = Pick<RequestContext, "requestId" | "client" | "signal">;

export interface RefusedLogins {
  /** Queues an audit record of a refused login of that user. */
  record(user: { id: string; tenantId: string }, from: LoginOrigin): void;
  /** Writes the queued records. They stay queued while Postgres is away. */
  flush(): Promise<void>;
}

const FLUSH_DELAY_MS = 250;
/** Until the next try after Postgres was away. */
const RETRY_MS = 2_000;
const MAX_PENDING = 10_000;

/**
 * Records refused logins of existing users in the audit log, in batches after the refusal: neither the time nor the
 * queries of a refusal may reveal whether the user exists.
 */
export function createRefusedLogins(deps: { postgres: Postgres; clock: Clock; log: Logger }): RefusedLogins {
  const { postgres, clock, log } = deps;
  let pending: { origin: AuditOrigin; userId: string; at: Date }[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = pending;
    pending = [];
    try {
      await postgres.transaction(async (tx) => {
        for (const { origin, userId, at } of batch) {
          await recordAudit(tx, origin, { action: "login.failed", target: { kind: "user", id: userId } }, at);
        }
      });
    } catch (error) {
      log.warn({ reason: coerceError(error).message }, "refused logins could not be recorded");
      if (isUnavailable(error)) {
        pending = [...batch, ...pending];
        timer ??= setTimeout(() => void flush(), RETRY_MS).unref();
      } else dropped += batch.length;
    }
    if (dropped > 0) log.warn({ dropped }, "refused logins were left out of the audit log");
    dropped = 0;
  };

  return {
    record({ id, tenantId }, { requestId, client }) {
      if (pending.length >= MAX_PENDING) {
        dropped++;
        return;
      }
      pending.push({ origin: { tenantId, actor: ANONYMOUS, requestId, client }, userId: id, at: clock.now() });
      timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS).unref();
    },
    async flush() {
      if (pending.length > 0) await flush();
    },
  };
}
