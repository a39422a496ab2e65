import type { Postgres } from "../../src/platform/postgres/postgres.ts";

const CIS_A_BATCH = 20_000;

/** The newest collection of each CI: so many running processes, in the form of a scan's records. */
export async function seedRecords(
  postgres: Postgres,
  tenant: string,
  ids: readonly string[],
  perCi: number,
): Promise<void> {
  for (let from = 0; from < ids.length; from += CIS_A_BATCH) {
    await postgres.query(
      `insert into inventory_records (tenant_id, ci_id, kind, key, position, fields, first_seen, collected_at)
       select $1, ci, 'processes', 'process ' || n, n,
         jsonb_build_object('pid', 100 + n, 'name', 'process-' || n, 'user', 'root', 'memory_mb', 12.5), at, at
       from unnest($2::text[]) ci cross join generate_series(1, $3::int) n, (values (timestamptz '2026-01-01')) t (at)`,
      [tenant, ids.slice(from, from + CIS_A_BATCH), perCi],
    );
  }
  await postgres.query("vacuum (analyze) inventory_records");
}
