import type { Sql } from "../../platform/postgres/postgres.ts";
import type { SourceClass } from "../ci/index.ts";
import type { Sighting } from "./inventory.model.ts";
import type { HostOutcome, RunningScan } from "./scan.model.ts";

/** Upserts one row per CI and scanner, in the order of CI ids; it holds the last time of each kind of records. */
export async function recordSightings(tx: Sql, scan: RunningScan, outcomes: HostOutcome[]): Promise<void> {
  const seen = outcomes.filter(({ status }) => status === "processed");
  if (seen.length === 0) return;
  await tx.query(
    `insert into sightings as s (tenant_id, ci_id, scanner_id, source_class, scan_id, first_seen, last_seen, collected)
     select $1, r.ci_id, $3, min(r.source_class), $2, $4::timestamptz, $4::timestamptz,
            coalesce(jsonb_object_agg(k.kind, $7::text) filter (where k.kind is not null), '{}')
     from unnest($5::text[], $6::text[]) as o (id, kinds)
     join raw_scan_records r on r.tenant_id = $1 and r.scan_id = $2 and r.id = o.id and r.status = 'processed'
     left join lateral unnest(string_to_array(nullif(o.kinds, ''), ',')) as k (kind) on true
     group by r.ci_id
     order by r.ci_id
     on conflict (tenant_id, ci_id, scanner_id) do update
       set first_seen = least(s.first_seen, excluded.first_seen),
           scan_id = case when excluded.last_seen >= s.last_seen then excluded.scan_id else s.scan_id end,
           source_class = case when excluded.last_seen >= s.last_seen then excluded.source_class else s.source_class end,
           collected = coalesce((
             select jsonb_object_agg(c.key, c.at) from (
               select e.key, max(e.value) as at
               from (select * from jsonb_each_text(s.collected) union all select * from jsonb_each_text(excluded.collected)) e
               group by e.key) c), '{}'),
           last_seen = greatest(s.last_seen, excluded.last_seen)`,
    [
      scan.tenantId,
      scan.id,
      scan.scannerId,
      scan.observedAt,
      seen.map(({ recordId }) => recordId),
      seen.map(({ kinds }) => kinds.join(",")),
      scan.observedAt,
    ],
  );
}

/** When each source class last saw each CI, ISO 8601. */
export async function lastSightingsByClass(
  sql: Sql,
  tenantId: string,
  ciIds: string[],
): Promise<Map<string, Map<SourceClass, string>>> {
  const rows = await sql.query<{ ci_id: string; source_class: SourceClass; last_seen: Date }>(
    `select ci_id, source_class, max(last_seen) as last_seen from sightings
     where tenant_id = $1 and ci_id = any($2::text[]) group by ci_id, source_class`,
    [tenantId, ciIds],
  );
  const byCi = new Map<string, Map<SourceClass, string>>();
  for (const row of rows) {
    const classes = byCi.get(row.ci_id) ?? new Map<SourceClass, string>();
    classes.set(row.source_class, row.last_seen.toISOString());
    byCi.set(row.ci_id, classes);
  }
  return byCi;
}

/** Sightings of a CI by scanner, newest first. */
export async function sightingsOf(sql: Sql, tenantId: string, ciId: string): Promise<Sighting[]> {
  const rows = await sql.query<{
    scanner_id: string;
    source_class: string;
    scan_id: string;
    first_seen: Date;
    last_seen: Date;
  }>(
    `select scanner_id, source_class, scan_id, first_seen, last_seen from sightings
     where tenant_id = $1 and ci_id = $2 order by last_seen desc, scanner_id`,
    [tenantId, ciId],
  );
  return rows.map((row) => ({
    scannerId: row.scanner_id,
    sourceClass: row.source_class,
    scanId: row.scan_id,
    firstSeen: row.first_seen.toISOString(),
    lastSeen: row.last_seen.toISOString(),
  }));
}

/** When each scanner last saw a CI, and which of them collected its sockets last. */
export async function scannersOf(
  sql: Sql,
  tenantId: string,
  ciId: string,
): Promise<{ lastSeen: Map<string, Date>; socketsBy: string | undefined }> {
  const rows = await sql.query<{ scanner_id: string; last_seen: Date; sockets: boolean }>(
    `select s.scanner_id, s.last_seen, c.ci_id is not null as sockets
     from sightings s
     left join collections c on c.tenant_id = s.tenant_id and c.ci_id = s.ci_id
       and c.kind = 'network_connections' and c.scanner_id = s.scanner_id
     where s.tenant_id = $1 and s.ci_id = $2`,
    [tenantId, ciId],
  );
  return {
    lastSeen: new Map(rows.map((row) => [row.scanner_id, row.last_seen])),
    socketsBy: rows.find(({ sockets }) => sockets)?.scanner_id,
  };
}

/** When any scanner last saw each CI; CIs never seen are absent. */
export async function lastSeenOf(sql: Sql, tenantId: string, ciIds: string[]): Promise<Map<string, Date>> {
  if (ciIds.length === 0) return new Map();
  const rows = await sql.query<{ ci_id: string; last_seen: Date }>(
    `select ci_id, max(last_seen) as last_seen from sightings
     where tenant_id = $1 and ci_id = any($2::text[]) group by ci_id`,
    [tenantId, ciIds],
  );
  return new Map(rows.map((row) => [row.ci_id, row.last_seen]));
}
