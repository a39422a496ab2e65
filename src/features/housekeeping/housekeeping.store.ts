import type { Sql } from "../../platform/postgres/postgres.ts";

/** Scans with their raw records, so many days after they ended. Answers, when called, how many scans went. */
export function forgetRawScans(sql: Sql, days: number): () => Promise<number> {
  return async () => {
    const rows = await sql.query(
      "delete from scans where completed_at < now() - make_interval(days => $1) returning id",
      [days],
    );
    return rows.length;
  };
}
