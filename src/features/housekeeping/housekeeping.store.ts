import type { Sql } from "../../platform/postgres/postgres.ts";

/** Scans with their raw records, so many days after they ended. Answers, when called, how many scans went. */
export function forgetRawScans(deps: {
  sql: Sql;
  tenantIds: () => Promise<string[]>;
  /** For how many days each tenant keeps them. */
  days: (tenantId: string) => Promise<number>;
}): () => Promise<number> {
  return async () => {
    let forgotten = 0;
    for (const tenantId of await deps.tenantIds()) {
      const rows = await deps.sql.query(
        `delete from scans where tenant_id = $1 and completed_at < now() - make_interval(days => $2) returning id`,
        [tenantId, await deps.days(tenantId)],
      );
      forgotten += rows.length;
    }
    return forgotten;
  };
}
