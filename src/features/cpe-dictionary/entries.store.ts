import type { CpeRecord } from "../../platform/nvd/index.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import {
  type CpeEntry,
  type CpePairKey,
  type CpeVersionEntry,
  type CpeVersionKey,
  productTitle,
} from "./cpe-dictionary.model.ts";

const COLUMNS = `part, vendor, product, cpe_name as "cpeName", version, update_label as "update", target_sw as "targetSw",
  title, deprecated, deprecated_by as "deprecatedBy"`;

/** Inserts or updates entries; ignores a record older than its entry. Marks the pairs to recount. */
async function upsertRecords(tx: Sql, records: readonly CpeRecord[]): Promise<{ added: number; changed: number }> {
  const newest = new Map<string, CpeRecord>();
  for (const record of records) {
    const other = newest.get(record.cpeName);
    if (!other || other.lastModified <= record.lastModified) newest.set(record.cpeName, record);
  }
  const rows = [...newest.values()];
  const column = <T>(of: (record: CpeRecord) => T): T[] => rows.map(of);
  const [counts] = await tx.query<{ added: number; changed: number }>(
    `with put as (
       insert into cpe_entries as e (cpe_name, cpe_name_id, part, vendor, product, version, update_label, target_sw, title,
                                     product_title, deprecated, deprecated_by, last_modified)
       select cpe_name, cpe_name_id, part, vendor, product, version, update_label, target_sw, title, product_title,
              deprecated, string_to_array(deprecated_by, ' '), last_modified
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                   $9::text[], $10::text[], $11::boolean[], $12::text[], $13::timestamptz[])
         as given (cpe_name, cpe_name_id, part, vendor, product, version, update_label, target_sw, title, product_title,
                   deprecated, deprecated_by, last_modified)
       on conflict (cpe_name) do update set
         cpe_name_id = excluded.cpe_name_id, title = excluded.title, product_title = excluded.product_title,
         deprecated = excluded.deprecated, deprecated_by = excluded.deprecated_by, last_modified = excluded.last_modified
       where e.last_modified <= excluded.last_modified
         and (e.cpe_name_id, e.title, e.product_title, e.deprecated, e.deprecated_by, e.last_modified) is distinct from
             (excluded.cpe_name_id, excluded.title, excluded.product_title, excluded.deprecated, excluded.deprecated_by,
              excluded.last_modified)
       returning e.part, e.vendor, e.product, e.xmax = 0 as is_new
     ), touched as (
       insert into cpe_touched_pairs (part, vendor, product) select distinct part, vendor, product from put
       on conflict do nothing
     )
     select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from put`,
    [
      column(({ cpeName }) => cpeName),
      column(({ cpeNameId }) => cpeNameId),
      column(({ name }) => name.part),
      column(({ name }) => name.vendor),
      column(({ name }) => name.product),
      column(({ name }) => name.version),
      column(({ name }) => name.update),
      column(({ name }) => name.targetSw),
      column(({ title }) => title),
      column(productTitle),
      column(({ deprecated }) => deprecated),
      // A CPE name holds no blank.
      column(({ deprecatedBy }) => deprecatedBy.join(" ")),
      column(({ lastModified }) => lastModified),
    ],
  );
  return counts ?? { added: 0, changed: 0 };
}

/** Entries of a vendor's product, of one or every part, in the order of their names. */
function entriesOfPair(
  sql: Sql,
  { part, vendor, product }: { part?: string; vendor: string; product: string },
  versions: readonly string[] | undefined,
  limit: number,
): Promise<CpeEntry[]> {
  return sql.query<CpeEntry>(
    `select ${COLUMNS} from cpe_entries
     where vendor = $1 and product = $2 and ($3::text is null or part = $3)
       and ($4::text[] is null or version = any($4)) order by cpe_name limit $5`,
    [vendor, product, part ?? null, versions ?? null, limit],
  );
}

function entriesByName(sql: Sql, names: readonly string[]): Promise<CpeEntry[]> {
  return sql.query<CpeEntry>(`select ${COLUMNS} from cpe_entries where cpe_name = any($1::text[])`, [names]);
}

/** Entries of these versions of vendors' products, of every part and update, in the order of their names. */
function entriesOfVersions(sql: Sql, keys: readonly CpeVersionKey[]): Promise<CpeVersionEntry[]> {
  return sql.query<CpeVersionEntry>(
    `select e.part, e.vendor, e.product, e.version, e.update_label as "update", e.deprecated,
            e.deprecated_by as "deprecatedBy"
     from unnest($1::text[], $2::text[], $3::text[]) as a (vendor, product, version)
     join cpe_entries e on (e.vendor, e.product, e.version) = (a.vendor, a.product, a.version)
     order by e.cpe_name`,
    [keys.map(({ vendor }) => vendor), keys.map(({ product }) => product), keys.map(({ version }) => version)],
  );
}

/** The first name, per pair, that replaces a deprecated name of the pair. Pairs without one are absent. */
function successorsOfPairs(sql: Sql, pairs: readonly CpePairKey[]): Promise<(CpePairKey & { successor: string })[]> {
  return sql.query<CpePairKey & { successor: string }>(
    `select distinct on (e.vendor, e.product, e.part) e.part, e.vendor, e.product, e.deprecated_by[1] as successor
     from unnest($1::text[], $2::text[], $3::text[]) as a (part, vendor, product)
     join cpe_entries e on (e.vendor, e.product, e.part) = (a.vendor, a.product, a.part)
     where e.deprecated and cardinality(e.deprecated_by) > 0
     order by e.vendor, e.product, e.part, e.cpe_name`,
    [pairs.map(({ part }) => part), pairs.map(({ vendor }) => vendor), pairs.map(({ product }) => product)],
  );
}

/** Entries of the CPE dictionary. */
export const entriesStore = { upsertRecords, entriesOfPair, entriesByName, entriesOfVersions, successorsOfPairs };
