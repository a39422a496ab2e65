import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import { deletePairs, insertPairs, insertPairsSql, type Pair, pairColumns } from "../../../platform/postgres/pairs.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { textArray } from "../../../platform/postgres/text-array.ts";

/** A CI and an unresolved event on it. */
export type Alarm = Pair;

/** What changes of events come to. */
export interface AlarmChanges {
  /** Alarms of new events, of which none is stored. */
  opened: readonly Alarm[];
  /** Alarms of other events, of which some may be stored. */
  added: readonly Alarm[];
  removed: readonly Alarm[];
  /** Events that incidents have yet to process. */
  queued: readonly string[];
}

/** Most alarms of one CI that are read: more do not change its health. */
const MAX_PER_CI = 1_000;

/** Open alarms of CIs, and the queue of events that incidents have yet to process. */
export const alarmsStore = {
  async follow(tx: Sql, tenantId: string, { opened, added, removed, queued }: AlarmChanges): Promise<void> {
    if (removed.length > 0) await deletePairs(tx, "open_alarms", tenantId, removed);
    if (added.length > 0) await insertPairs(tx, "open_alarms", tenantId, added);
    await tx.query(
      `with come as (${insertPairsSql("open_alarms")})
       insert into incident_queue (tenant_id, event_id) select $1, unnest($4::text[])`,
      [tenantId, ...pairColumns(opened), textArray(queued)],
      { prepared: true },
    );
  },

  /** The unresolved events of these CIs, of each CI the newest. */
  of: (sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<Alarm[]> =>
    sql.query(
      `select c.id as "ciId", a.event_id as "eventId" from unnest($2::text[]) as c (id) cross join lateral (
         select event_id from open_alarms where tenant_id = $1 and ci_id = c.id collate "C"
         order by event_id desc limit ${MAX_PER_CI}) a`,
      [tenantId, ciIds],
    ),

  async removeCis(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
    const of = [tenantId, ciIds];
    await deleteInBatches(sql, "open_alarms", "tenant_id = $1 and ci_id = any($2::text[])", of);
    await deleteInBatches(sql, "alarm_reach", "tenant_id || '' = $1 and ci_id = any($2::text[])", of);
    await deleteInBatches(sql, "alarm_reach", "tenant_id = $1 and needed_id = any($2::text[])", of);
  },
};
