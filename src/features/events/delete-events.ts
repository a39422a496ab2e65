import type { Clock } from "../../platform/clock.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { deleteByIds, deleteEndedWindows, deleteResolved } from "./delete-events.store.ts";
import type { PublishRemoved, RemovedEvent } from "./event-changes.ts";

export interface DeleteEvents {
  /** Deletes these events in any status, with all that belongs to them; returns how many it deleted. */
  deleteByIds(tenantId: string, ids: readonly string[]): Promise<number>;
  /** Deletes events that were resolved before `before` and maintenance windows that ended before it; returns how many events. */
  deleteExpired(tenantId: string, before: Date): Promise<number>;
}

/** Events of one transaction, each with its history. */
const BATCH = 500;

/** Deletes events, and publishes their removal in the same transaction. */
export function createDeleteEvents(deps: {
  postgres: Postgres;
  clock: Clock;
  publishRemoved: PublishRemoved;
}): DeleteEvents {
  const { postgres, clock, publishRemoved } = deps;
  const deleteAndPublish = (tenantId: string, deleteBatch: (tx: Sql) => Promise<RemovedEvent[]>): Promise<number> =>
    postgres.transaction(async (tx) => {
      const deleted = await deleteBatch(tx);
      await publishRemoved(tx, tenantId, deleted, clock.now());
      return deleted.length;
    });
  return {
    deleteByIds: (tenantId, ids) => deleteAndPublish(tenantId, (tx) => deleteByIds(tx, tenantId, ids)),

    async deleteExpired(tenantId, before) {
      let total = 0;
      for (let count = BATCH; count === BATCH; total += count) {
        count = await deleteAndPublish(tenantId, (tx) => deleteResolved(tx, tenantId, before, BATCH));
      }
      await deleteEndedWindows(postgres, tenantId, before);
      return total;
    },
  };
}
