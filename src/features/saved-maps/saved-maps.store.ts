import type { Sql } from "../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../platform/timed-list.ts";
import type { ListedMap, SavedMap } from "./saved-map.model.ts";

const LISTED = `id, owner, name, depth, direction, filters, view, group_by as "groupBy", shared, created_at as "createdAt",
  created_by as "createdBy", updated_at as "updatedAt"`;
const COLUMNS = `${LISTED}, roots, positions, names`;
/** What the owner `$2` reads of the tenant `$1`; all of it where there is none. */
const READABLE = "tenant_id = $1 and ($2::text is null or owner = $2 or shared)";
/** What the text `$3` finds, case aside. */
const FOUND = `${READABLE} and ($3::text is null or position(lower($3) in lower(name)) > 0)`;

/** Whose maps are read: an owner's and shared ones; all where `owner` is undefined. */
export interface MapReader {
  tenantId: string;
  owner: string | undefined;
}

const readerValues = ({ tenantId, owner }: MapReader) => [tenantId, owner ?? null];

/** Every statement on saved maps. */
export const savedMapsStore = {
  /** False if a map of this id exists. */
  async insert(sql: Sql, tenantId: string, map: SavedMap): Promise<boolean> {
    const rows = await sql.query(
      `insert into saved_maps (tenant_id, id, name, roots, depth, direction, filters, group_by, positions, names, shared,
         updated_at, view, owner, created_at, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) on conflict do nothing returning id`,
      [...changeable(tenantId, map), map.owner, map.createdAt, map.createdBy],
    );
    return rows.length > 0;
  },

  async update(sql: Sql, tenantId: string, map: SavedMap): Promise<void> {
    await sql.query(
      `update saved_maps set name = $3, roots = $4, depth = $5, direction = $6, filters = $7, group_by = $8,
         positions = $9, names = $10, shared = $11, updated_at = $12, view = $13
       where tenant_id = $1 and id = $2`,
      changeable(tenantId, map),
    );
  },

  /** One that the reader sees. */
  async find(sql: Sql, reader: MapReader, id: string, { lock = false } = {}): Promise<SavedMap | undefined> {
    const rows = await sql.query<SavedMap>(
      `select ${COLUMNS} from saved_maps where ${READABLE} and id = $3 ${lock ? "for update" : ""}`,
      [...readerValues(reader), id],
    );
    return rows[0];
  },

  async remove(sql: Sql, tenantId: string, id: string): Promise<void> {
    await sql.query("delete from saved_maps where tenant_id = $1 and id = $2", [tenantId, id]);
  },

  /** @param search part of a name */
  page(
    sql: Sql,
    reader: MapReader,
    search: string | undefined,
    { order, limit, offset, after }: TimedWindow,
  ): Promise<ListedMap[]> {
    return sql.query(
      `select ${LISTED}, cardinality(roots) as "rootCount",
         (select count(*) from jsonb_object_keys(positions)) as "positionCount"
       from saved_maps
       where ${FOUND} and ($4::timestamptz is null or (created_at, id) ${order === "asc" ? ">" : "<"} ($4, $5))
       order by created_at ${order}, id ${order} limit $6 offset $7`,
      [...readerValues(reader), search ?? null, after?.at ?? null, after?.id ?? null, limit, offset],
    );
  },

  async count(sql: Sql, reader: MapReader, search: string | undefined): Promise<number> {
    const rows = await sql.query<{ total: number }>(`select count(*) as total from saved_maps where ${FOUND}`, [
      ...readerValues(reader),
      search ?? null,
    ]);
    return rows[0]?.total ?? 0;
  },

  /** Locks what this owner saves until the transaction ends, and tells how many there are. */
  async lockOwned(tx: Sql, tenantId: string, owner: string): Promise<number> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('saved_maps ' || $1 || ' ' || $2, 0))", [
      tenantId,
      owner,
    ]);
    const rows = await tx.query<{ total: number }>(
      "select count(*) as total from saved_maps where tenant_id = $1 and owner = $2",
      [tenantId, owner],
    );
    return rows[0]?.total ?? 0;
  },

  /** Takes these CIs out of every map. */
  async removeCis(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
    await sql.query(
      `update saved_maps set names = names - $2::text[], positions = positions - $2::text[],
         roots = array(select root from unnest(roots) with ordinality as r (root, place)
                       where root <> all($2::text[]) order by place)
       where tenant_id = $1 and names ?| $2::text[]`,
      [tenantId, ciIds],
    );
  },
};

/** The values of `$1` to `$13`. */
function changeable(tenantId: string, map: SavedMap): unknown[] {
  const { id, name, roots, depth, direction, groupBy, shared, updatedAt } = map;
  const { filters, positions, names, view } = map;
  const [asked, places, named, seen] = [filters, positions, names, view].map((value) => JSON.stringify(value));
  return [tenantId, id, name, roots, depth, direction, asked, groupBy, places, named, shared, updatedAt, seen];
}
