import type { Sql } from "../../platform/postgres/postgres.ts";
import { type ChangedThings, MAX_ITEMS, type Position, type StreamItem, type TenantChanges } from "./stream.model.ts";

/** How long entries are kept at least. */
const KEPT = "1 hour";

/** What was committed after a position. */
export interface Read {
  /** What this reading has seen. */
  position: Position;
  /** False where some of it may have been deleted already. */
  isComplete: boolean;
  changes: TenantChanges[];
}

interface ReadRow extends Position {
  isComplete: boolean;
  changes: { tenantId: string; kind: ChangedThings["kind"]; count: number; items: StreamItem[][] | null }[];
}

/** Every statement on the entries, besides the triggers of the migration, which write those of scans, runs and incidents. */
export const streamStore = {
  /** Stores what a transaction changed, one entry a kind. */
  async insert(tx: Sql, tenantId: string, changed: readonly ChangedThings[]): Promise<void> {
    await tx.query(
      `insert into stream_entries (tenant_id, kind, count, items)
       select $1, e.kind, e.count, nullif(e.items, 'null'::jsonb)
       from jsonb_to_recordset($2::jsonb) as e (kind text, count integer, items jsonb)`,
      [tenantId, JSON.stringify(changed)],
      { prepared: true },
    );
  },

  /** The position of now. */
  async position(sql: Sql): Promise<Position> {
    const text = "select epoch, pg_current_snapshot()::text as snapshot from stream_position";
    const [found] = await sql.query<Position>(text);
    if (found) return found;
    await sql.query("insert into stream_position default values on conflict do nothing");
    return streamStore.position(sql);
  },

  /**
   * What was committed after `from`, of these tenants and, if given, no later than `to`: one row a tenant and kind, however
   * many entries there are. Undefined where there is no position: the entries were lost.
   */
  async read(sql: Sql, from: Position, tenantIds: readonly string[], to?: Position): Promise<Read | undefined> {
    const [row] = await sql.query<ReadRow>(READ, [from.snapshot, tenantIds, to?.snapshot ?? null], { prepared: true });
    if (!row) return undefined;
    const { epoch, snapshot, isComplete } = row;
    const changes = row.changes.map((change) => ({ ...change, items: change.items && latest(change.items.flat()) }));
    return { position: { epoch, snapshot }, isComplete, changes };
  },

  /** Deletes entries of all tenants that are older than an hour, and remembers up to which transaction. */
  async trim(sql: Sql): Promise<number> {
    const [row] = await sql.query<{ n: number }>(
      `with gone as (delete from stream_entries where made_at < now() - interval '${KEPT}' returning xid),
       remembered as (
         update stream_position set trimmed_to = greatest(trimmed_to, (select xid from gone order by xid desc limit 1)))
       select count(*) as n from gone`,
    );
    return row?.n ?? 0;
  },
};

/** An entry is new to a reader if the snapshot of its last reading did not see its transaction. */
const READ = `
  with fresh as (
    select e.*, sum(e.count) over (partition by e.tenant_id, e.kind) as total from stream_entries e
    where e.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(e.xid, $1::pg_snapshot)
      and ($3::pg_snapshot is null or pg_visible_in_snapshot(e.xid, $3::pg_snapshot))
      and e.tenant_id = any($2::text[])),
  sums as (
    select tenant_id as "tenantId", kind, max(total)::bigint as count,
      case when bool_and(items is not null)
        then jsonb_agg(items order by made_at) filter (where total <= ${MAX_ITEMS}) end as items
    from fresh group by tenant_id, kind)
  select epoch, pg_current_snapshot()::text as snapshot,
    trimmed_to < pg_snapshot_xmin($1::pg_snapshot) as "isComplete",
    coalesce((select json_agg(sums) from sums), '[]') as changes
  from stream_position`;

/** Each thing once, in its newest state. */
function latest(items: readonly StreamItem[]): StreamItem[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
