import { nameKey } from "../../../model/identifiers.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { KnownValue } from "../reader/vocabulary.model.ts";
import type { FieldTerm, ValueTerm } from "./terms.ts";

/** Values of one path that are kept: a field with more, such as serial numbers, is no list of words. */
const MOST_VALUES = 2_000;
/** Keys by type and look that are kept for a tenant. */
const MOST_FIELDS = 5_000;
/** Values that begin with the same words which are told. */
const MOST_BEGINNINGS = 100;

export interface StoredField {
  path: string;
  types: string[];
  kinds: string[];
}

export const vocabularyStore = {
  /** Adds keys of CIs that are not there yet. */
  async addFields(tx: Sql, tenantId: string, fields: readonly FieldTerm[]): Promise<void> {
    if (fields.length === 0) return;
    await tx.query(
      `insert into question_fields (tenant_id, path, type, kind)
       select $1, f.path, f.type, f.kind from unnest($2::text[], $3::text[], $4::text[]) as f (path, type, kind)
       where not exists (select from question_fields q
           where q.tenant_id = $1 and q.path = f.path and q.type = f.type and q.kind = f.kind)
         and (select count(*) from (select from question_fields where tenant_id = $1 limit ${MOST_FIELDS}) known) < ${MOST_FIELDS}
       group by f.path, f.type, f.kind order by f.path, f.type, f.kind
       on conflict do nothing`,
      [tenantId, fields.map(({ path }) => path), fields.map(({ type }) => type), fields.map(({ kind }) => kind)],
    );
  },

  /**
   * Adds values that are not there yet, to paths that have room; the others are marked as full. Returns how many were not
   * there.
   */
  async addValues(tx: Sql, tenantId: string, values: readonly ValueTerm[]): Promise<number> {
    if (values.length === 0) return 0;
    const given = [
      tenantId,
      values.map(({ value }) => nameKey(value)),
      values.map(({ path }) => path),
      values.map(({ value }) => value),
    ];
    const [row] = await tx.query<{ full: string[] | null; missing: number }>(
      `with new as (
         select distinct on (v.key, v.path) v.key, v.path, v.value
         from unnest($2::text[], $3::text[], $4::text[]) as v (key, path, value)
         where not exists (select from question_values q
           where q.tenant_id = $1 and q.value_key = v.key and q.path = v.path)
         order by v.key, v.path),
       paths as (
         select p.path, (select count(*) from (select from question_values q
           where q.tenant_id = $1 and q.path = p.path limit ${MOST_VALUES}) known) >= ${MOST_VALUES} as is_full
         from (select distinct path from new) p),
       added as (
         insert into question_values (tenant_id, value_key, path, value)
         select $1, new.key, new.path, new.value from new join paths on paths.path = new.path
         where not paths.is_full order by new.key, new.path
         on conflict do nothing)
       select (select array_agg(path order by path) from paths where is_full) as full,
         (select count(*) from new) as missing`,
      given,
      { prepared: true },
    );
    const full = row?.full ?? [];
    await this.addFields(
      tx,
      tenantId,
      full.map((path) => ({ path, type: "", kind: "full" })),
    );
    return row?.missing ?? 0;
  },

  /** The values of which a key is the whole, and those that begin with it and a blank. */
  async find(
    sql: Sql,
    tenantId: string,
    keys: readonly string[],
  ): Promise<{ exact: (KnownValue & { key: string })[]; longer: (KnownValue & { key: string })[] }> {
    const rows = await sql.query<KnownValue & { key: string; isExact: boolean }>(
      `select v.value_key as key, v.path, v.value, true as "isExact" from question_values v
       where v.tenant_id = $1 and v.value_key = any($2::text[])
       union all
       select k.key, v.path, v.value, false from unnest($2::text[]) as k (key)
       cross join lateral (
         select path, value from question_values q
         where q.tenant_id = $1 and q.value_key >= (k.key || ' ') collate "C" and q.value_key < (k.key || '!') collate "C"
         order by q.value_key, q.path limit ${MOST_BEGINNINGS}) v`,
      [tenantId, keys],
      { prepared: true },
    );
    const of = (isExact: boolean) => rows.filter((row) => row.isExact === isExact);
    return { exact: of(true), longer: of(false) };
  },

  /** Each path with the types that have it and the look of its values. */
  fields(sql: Sql, tenantId: string): Promise<StoredField[]> {
    return sql.query<StoredField>(
      `select path, array_agg(distinct type) as types, array_agg(distinct kind) as kinds
       from question_fields where tenant_id = $1 group by path order by path`,
      [tenantId],
      { prepared: true },
    );
  },

  /** Tenants whose CIs of before have not all been read. */
  async unread(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select t.id from tenants t where not exists (
         select from question_vocabularies v where v.tenant_id = t.id and v.completed_at is not null) order by t.id`,
    );
    return rows.map(({ id }) => id);
  },

  /** Id of the last CI that was read; undefined for none, null once all were. */
  async readTo(sql: Sql, tenantId: string): Promise<string | undefined | null> {
    const [row] = await sql.query<{ readTo: string | null; isComplete: boolean }>(
      `select read_to as "readTo", completed_at is not null as "isComplete" from question_vocabularies where tenant_id = $1`,
      [tenantId],
    );
    return row?.isComplete ? null : (row?.readTo ?? undefined);
  },

  async setReadTo(tx: Sql, tenantId: string, ciId: string | undefined, isComplete: boolean): Promise<void> {
    await tx.query(
      `insert into question_vocabularies as v (tenant_id, read_to, completed_at)
       select id, $2, case when $3 then now() end from tenants where id = $1
       on conflict (tenant_id) do update set read_to = coalesce(excluded.read_to, v.read_to), completed_at = excluded.completed_at`,
      [tenantId, ciId ?? null, isComplete],
    );
  },
};
