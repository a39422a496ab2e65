import type { Clock } from "../../platform/clock.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import type { PublishRemoved, RemovedEvent } from "./event-changes.ts";
import { removeNamed, removeResolved, removeWindows } from "./forget-events.store.ts";

export interface ForgetEvents {
  /** Removes these events, whatever their status, with all that belongs to them; answers how many there were. */
  remove(tenantId: string, ids: readonly string[]): Promise<number>;
  /** Forgets what was resolved before then, and maintenance windows that were over; answers how many events. */
  forget(tenantId: string, before: Date): Promise<number>;
}

const BATCH = 2_000;

/** Removes events, and publishes that in the transaction that does it. */
export function createForgetEvents(deps: {
  postgres: Postgres;
  clock: Clock;
  publishRemoved: PublishRemoved;
}): ForgetEvents {
  const { postgres, clock, publishRemoved } = deps;
  const removing = (tenantId: string, take: (tx: Sql) => Promise<RemovedEvent[]>): Promise<number> =>
    postgres.transaction(async (tx) => {
      const gone = await take(tx);
      await publishRemoved(tx, tenantId, gone, clock.now());
      return gone.length;
    });
  return {
    remove: (tenantId, ids) => removing(tenantId, (tx) => removeNamed(tx, tenantId, ids)),

    async forget(tenantId, before) {
      let forgotten = 0;
      for (let count = BATCH; count === BATCH; forgotten += count) {
        count = await removing(tenantId, (tx) => removeResolved(tx, tenantId, before, BATCH));
      }
      await removeWindows(postgres, tenantId, before);
      return forgotten;
    },
  };
}
