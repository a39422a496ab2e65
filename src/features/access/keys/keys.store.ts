import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { AccessKey, KeyKind, LiveTarget, OwnedLiveTarget } from "../access.model.ts";
import { createEntryReads } from "../entries/entries.store.ts";

export interface NewKey extends Omit<AccessKey, "lastUsedAt"> {
  /** The owner; absent for a discovery token and for a key that the operator created. */
  userId: string | undefined;
  hash: Buffer;
}

/** Keys visible to a caller: those of one kind in a tenant, with `userId` only that user's. */
export interface KeyFilter {
  tenantId: string;
  kind: KeyKind;
  userId?: string | undefined;
}

/** Sort columns of a list; the id breaks ties. */
const ORDERED_BY = {
  name: { column: "name", type: "text" },
  createdAt: { column: "created_at", type: "timestamptz" },
  expiresAt: { column: "expires_at", type: "timestamptz" },
} as const;

export type KeyColumn = keyof typeof ORDERED_BY;

const COLUMNS = `id, tenant_id as "tenantId", kind, name, description, scopes,
  created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt", allowed_ips as "allowedIps"`;
/** Scopes of the key's owner; null for an administrator's key and for one without an owner. */
const OWNER_SCOPES =
  '(select case when not u.administrator then u.scopes end from users u where u.id = k.user_id) as "ownerScopes"';
const VISIBLE = "tenant_id = $1 and kind = $2 and ($3::text is null or user_id = $3)";

function visible(filter: KeyFilter): unknown[] {
  return [filter.tenantId, filter.kind, filter.userId ?? null];
}

const reads = createEntryReads<AccessKey, KeyFilter, KeyColumn>({
  columns: COLUMNS,
  tables: "access_keys",
  id: "id",
  condition: VISIBLE,
  values: visible,
  orderedBy: ORDERED_BY,
});

/** Every query on API keys and discovery tokens. */
export const keysStore = {
  ...reads,

  /** False when a key of that id exists: an earlier try of the same request created it. */
  async insert(sql: Sql, key: NewKey): Promise<boolean> {
    const rows = await sql.query(
      `insert into access_keys
         (id, tenant_id, kind, user_id, name, description, scopes, hash, created_at, expires_at, allowed_ips)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (id) do nothing returning id`,
      [
        key.id,
        key.tenantId,
        key.kind,
        key.userId ?? null,
        key.name,
        key.description,
        key.scopes,
        key.hash,
        key.createdAt,
        key.expiresAt,
        key.allowedIps,
      ],
    );
    return rows.length === 1;
  },

  /** The key with that hash, and its owner. */
  async findByHash(sql: Sql, hash: Buffer): Promise<(AccessKey & OwnedLiveTarget) | undefined> {
    const rows = await sql.query<AccessKey & OwnedLiveTarget>(
      `select ${COLUMNS}, user_id as "ownerId", ${OWNER_SCOPES} from access_keys k where hash = $1`,
      [hash],
    );
    return rows[0];
  },

  /** Deletes the key and returns it; undefined when there is none. */
  async remove(sql: Sql, filter: KeyFilter, id: string): Promise<AccessKey | undefined> {
    const rows = await sql.query<AccessKey>(
      `delete from access_keys where ${VISIBLE} and id = $4 returning ${COLUMNS}`,
      [...visible(filter), id],
    );
    return rows[0];
  },

  /** Those of the keys that exist, with the current scopes of their owners. */
  async findLive(sql: Sql, ids: readonly string[]): Promise<LiveTarget[]> {
    return sql.query<LiveTarget>(`select k.id, ${OWNER_SCOPES} from access_keys k where k.id = any($1::text[])`, [ids]);
  },

  /**
   * Sets the last use of each key (milliseconds since the epoch), never to an earlier time. Rows are locked in one
   * order, so that two processes that write at once cannot deadlock.
   */
  async markUsed(sql: Sql, used: ReadonlyMap<string, number>): Promise<void> {
    const times = [...used.values()].map((ms) => new Date(ms));
    await sql.query(
      `with used as (select * from unnest($1::text[], $2::timestamptz[]) as used (id, at)),
       locked as (
         select k.id from access_keys k where k.id in (select id from used) order by k.id for no key update
       )
       update access_keys k set last_used_at = used.at from used join locked using (id)
       where k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at)`,
      [[...used.keys()], times],
    );
  },

  /** Deletes keys that expired before `before`. */
  async purge(sql: Sql, before: Date): Promise<void> {
    await deleteInBatches(sql, "access_keys", "expires_at < $1", [before]);
  },
};
