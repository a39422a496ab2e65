import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Renamed products, as the CPE dictionary had them at a change. */
export const renamesStore = {
  /** Replaces all renames; returns the products, old and new, of those that differ from before. */
  async replace(tx: Sql, renames: ReadonlyMap<string, string>, change: number): Promise<string[]> {
    const given = `unnest($1::text[], $2::text[]) as g (product_key, successor)`;
    const values = [[...renames.keys()], [...renames.values()]];
    const removed = await tx.query<{ key: string; successor: string }>(
      `delete from exposure_renames r where not exists
         (select from ${given} where (g.product_key, g.successor) = (r.product_key, r.successor))
       returning product_key as key, successor`,
      values,
    );
    const added = await tx.query<{ key: string; successor: string }>(
      `insert into exposure_renames (product_key, successor) select * from ${given}
       on conflict do nothing returning product_key as key, successor`,
      values,
    );
    await tx.query("update cve_feed set renames_of = $1", [change]);
    return [...new Set([...removed, ...added].flatMap(({ key, successor }) => [key, successor]))];
  },
};
