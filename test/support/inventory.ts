import { newId } from "../../src/platform/ids.ts";
import type { Sql } from "../../src/platform/postgres/postgres.ts";

export interface Collected {
  ciId: string;
  kind: "network_connections" | "processes";
  scannerId: string;
  /** ISO 8601. */
  at: string;
  records: Record<string, unknown>[];
}

/** Writes a host's sockets or processes to Postgres as its newest collection, as a scan does. */
export async function collect(sql: Sql, tenantId: string, { ciId, kind, scannerId, at, records }: Collected) {
  await sql.query(
    `insert into collections (tenant_id, ci_id, kind, scanner_id, collected_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, ci_id, kind) do update set scanner_id = excluded.scanner_id, collected_at = excluded.collected_at`,
    [tenantId, ciId, kind, scannerId, at],
  );
  for (const [position, fields] of records.entries()) {
    await sql.query(
      `insert into inventory_records (tenant_id, ci_id, kind, key, position, fields, first_seen, collected_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [tenantId, ciId, kind, newId(), position, JSON.stringify(fields), at],
    );
  }
}

/** Writes a scanner's sighting of a host. */
export async function sight(sql: Sql, tenantId: string, ciId: string, scannerId: string, at: string) {
  await sql.query(
    `insert into sightings (tenant_id, ci_id, scanner_id, source_class, scan_id, first_seen, last_seen)
     values ($1, $2, $3, 'agent', $4, $5, $5)
     on conflict (tenant_id, ci_id, scanner_id) do update set last_seen = excluded.last_seen`,
    [tenantId, ciId, scannerId, newId(), at],
  );
}
