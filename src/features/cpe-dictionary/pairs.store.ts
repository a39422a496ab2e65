import type { Sql } from "../../platform/postgres/postgres.ts";
import { type CpePair, type CpePairKey, wordsOf } from "./cpe-dictionary.model.ts";

const COLUMNS = `part, vendor, product, entries, deprecated, target_sw as "targetSw", titles`;
const MAX_TITLES = 8;

/** Removes up to `limit` pairs from the list of pairs to recount, and returns them. */
function dequeueTouched(tx: Sql, limit: number): Promise<CpePairKey[]> {
  return tx.query<CpePairKey>(
    `delete from cpe_touched_pairs where (vendor, product, part) in
       (select vendor, product, part from cpe_touched_pairs order by vendor, product, part limit $1)
     returning part, vendor, product`,
    [limit],
  );
}

/** Recounts the pairs from their entries, as part of the change with this number. */
async function recountPairs(tx: Sql, keys: readonly CpePairKey[], change: number): Promise<void> {
  const pairs = await tx.query<CpePair>(
    `with asked as (select * from unnest($1::text[], $2::text[], $3::text[]) as a (part, vendor, product)),
     titled as (
       select part, vendor, product, product_title, count(*) as entries, count(*) filter (where deprecated) as deprecated
       from cpe_entries join asked using (part, vendor, product)
       group by part, vendor, product, product_title
     )
     select part, vendor, product, sum(entries)::integer as entries, sum(deprecated)::integer as deprecated,
            coalesce((array_agg(product_title order by entries desc, product_title)
              filter (where product_title <> ''))[1:$4], '{}') as titles,
            array(select distinct e.target_sw from cpe_entries e
                  where (e.part, e.vendor, e.product) = (titled.part, titled.vendor, titled.product)
                  order by 1) as "targetSw"
     from titled group by part, vendor, product`,
    [keys.map(({ part }) => part), keys.map(({ vendor }) => vendor), keys.map(({ product }) => product), MAX_TITLES],
  );
  // As JSON: an array of arrays would have to be rectangular.
  const rows = pairs.map((pair) => ({ ...pair, words: wordsOf(pair.product, pair.vendor, ...pair.titles) }));
  await tx.query(
    `insert into cpe_pairs (part, vendor, product, entries, deprecated, target_sw, titles, words, change)
     select part, vendor, product, entries, deprecated, "targetSw", titles, words, $2
     from jsonb_to_recordset($1::jsonb) as given (part text, vendor text, product text, entries integer,
       deprecated integer, "targetSw" text[], titles text[], words text[])
     on conflict (vendor, product, part) do update set
       entries = excluded.entries, deprecated = excluded.deprecated, target_sw = excluded.target_sw,
       titles = excluded.titles, words = excluded.words, change = excluded.change`,
    [JSON.stringify(rows), change],
  );
}

function pairsOfProduct(sql: Sql, product: string, limit: number): Promise<CpePair[]> {
  return sql.query<CpePair>(
    `select ${COLUMNS} from cpe_pairs where product = $1 order by entries desc, vendor, part limit $2`,
    [product, limit],
  );
}

/** Pairs that have all the words, in any order. */
function pairsByWords(sql: Sql, words: readonly string[], limit: number): Promise<CpePair[]> {
  return sql.query<CpePair>(`select ${COLUMNS} from cpe_pairs where words @> $1::text[] limit $2`, [words, limit]);
}

/**
 * The next pairs behind `after`, in the order of vendor, product and part; with `since` only those changed after it.
 */
function nextPairs(
  sql: Sql,
  after: CpePairKey | undefined,
  since: number | undefined,
  limit: number,
): Promise<CpePair[]> {
  const { vendor, product, part } = after ?? { vendor: "", product: "", part: "" };
  return sql.query<CpePair>(
    `select ${COLUMNS} from cpe_pairs
     where (vendor, product, part) > ($1, $2, $3) ${since === undefined ? "" : "and change > $5"}
     order by vendor, product, part limit $4`,
    [vendor, product, part, limit, ...(since === undefined ? [] : [since])],
  );
}

/** A CPE name up to its product. */
const UP_TO_PRODUCT = "'^cpe:2\\.3:[aoh]:(?:\\\\.|[^:\\\\])+:(?:\\\\.|[^:\\\\])+'";

/** Pairs behind `after` whose entries are all deprecated in favour of names of one other product: that name up to its product. */
function renamedPairs(
  sql: Sql,
  after: CpePairKey | undefined,
  limit: number,
): Promise<(CpePairKey & { successor: string | null })[]> {
  const { vendor, product, part } = after ?? { vendor: "", product: "", part: "" };
  return sql.query(
    `select p.part, p.vendor, p.product, s.successor from
       (select part, vendor, product from cpe_pairs
        where (vendor, product, part) > ($1, $2, $3) and entries = deprecated
        order by vendor, product, part limit $4) as p
     cross join lateral (
       select case when count(distinct name) = 1 then min(name) end as successor from
         (select substring(d from ${UP_TO_PRODUCT}) as name from cpe_entries e cross join unnest(e.deprecated_by) as d
          where (e.part, e.vendor, e.product) = (p.part, p.vendor, p.product)) as named
     ) as s order by p.vendor, p.product, p.part`,
    [vendor, product, part, limit],
  );
}

/** Pairs of vendor and product of the entries. */
export const pairsStore = {
  renamedPairs,
  dequeueTouched,
  recountPairs,
  pairsOfProduct,
  pairsByWords,
  nextPairs,
};
