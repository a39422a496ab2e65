import type { ScanSnapshot } from "../../model/changes.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { HostResult, Page, PageInput, RawRecordView, ScanFilters, ScanStatus, ScanView } from "./scan.model.ts";

interface ScanRow {
  id: string;
  place: string;
  scanner_id: string;
  scan_type: string;
  status: ScanStatus;
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
  hosts: number;
  processed: number;
  failed: number;
  parked: number;
}

export const placeIn = (table: string) =>
  `to_char(${table}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place`;
const SCAN_COLUMNS = `s.id, ${placeIn("s")}, s.scanner_id, s.scan_type, s.status, s.error, s.created_at, s.completed_at, s.hosts,
  c.processed, c.failed, c.parked`;
const COUNTS = `cross join lateral (
  select count(*) filter (where r.status = 'processed') as processed,
         count(*) filter (where r.status = 'failed') as failed,
         count(*) filter (where r.status = 'parked') as parked
  from raw_scan_records r where r.tenant_id = s.tenant_id and r.scan_id = s.id) c`;

const FILTERED = `s.tenant_id = $1 and ($2::text is null or s.scanner_id = $2) and ($3::text is null or s.status = $3)
  and ($4::timestamptz is null or s.created_at >= $4) and ($5::timestamptz is null or s.created_at < $5)`;

/** One page of scans in the order of their creation. */
export async function scanPage(
  sql: Sql,
  tenantId: string,
  { scannerId, status, from, to }: ScanFilters,
  page: PageInput,
): Promise<Page<ScanView>> {
  const { order, beyond } = directionOf(page);
  const values = [tenantId, scannerId ?? null, status ?? null, from ?? null, to ?? null];
  const [counted] = await sql.query<{ total: number }>(
    `select count(*) as total from scans s where ${FILTERED}`,
    values,
  );
  const rows = await sql.query<ScanRow>(
    `select ${SCAN_COLUMNS} from (
       select * from scans s where ${FILTERED} and ($6::timestamptz is null or (s.created_at, s.id) ${beyond} ($6, $7))
       order by s.created_at ${order}, s.id ${order} limit $8 offset $9) s ${COUNTS}
     order by s.created_at ${order}, s.id ${order}`,
    [...values, ...boundsOf(page)],
  );
  return pageOf(rows, scanView, page.limit, counted?.total ?? 0);
}

/** One scan with the outcomes of its hosts, in their order; undefined if the tenant has no scan of this id. */
export async function scanWithResults(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<(ScanView & { results: HostResult[] }) | undefined> {
  const [row] = await sql.query<ScanRow>(
    `select ${SCAN_COLUMNS} from scans s ${COUNTS} where s.tenant_id = $1 and s.id = $2`,
    [tenantId, id],
  );
  if (!row) return undefined;
  const results = await sql.query<HostResult>(
    `select hostname, ip_address as "ipAddress", ci_id as "ciId", outcome, error, decision
     from raw_scan_records where tenant_id = $1 and scan_id = $2 order by position`,
    [tenantId, id],
  );
  return { ...scanView(row), results };
}

/** One page of raw records in the order of their creation. */
export async function rawRecordPage(sql: Sql, tenantId: string, page: PageInput): Promise<Page<RawRecordView>> {
  const { order, beyond } = directionOf(page);
  const [counted] = await sql.query<{ total: number }>(
    "select count(*) as total from raw_scan_records where tenant_id = $1",
    [tenantId],
  );
  const rows = await sql.query<RawRecordRow>(
    `select r.id, ${placeIn("r")}, r.scan_id, s.scanner_id, r.hostname, r.ip_address, r.status, r.ci_id, r.error,
            r.created_at, r.processed_at
     from raw_scan_records r join scans s on s.tenant_id = r.tenant_id and s.id = r.scan_id
     where r.tenant_id = $1 and ($2::timestamptz is null or (r.created_at, r.id) ${beyond} ($2, $3))
     order by r.created_at ${order}, r.id ${order} limit $4 offset $5`,
    [tenantId, ...boundsOf(page)],
  );
  return pageOf(rows, rawRecordView, page.limit, counted?.total ?? 0);
}

/** Whether the tenant has the scan. */
export async function hasScan(sql: Sql, tenantId: string, id: string): Promise<boolean> {
  return (await sql.query("select 1 from scans where tenant_id = $1 and id = $2", [tenantId, id])).length > 0;
}

/** Whether a scan or a sighting of the scanner is stored. */
export async function hasScanned(sql: Sql, tenantId: string, scannerId: string): Promise<boolean> {
  const [row] = await sql.query<{ known: boolean }>(
    `select exists (select 1 from scans where tenant_id = $1 and scanner_id = $2)
         or exists (select 1 from sightings where tenant_id = $1 and scanner_id = $2) as known`,
    [tenantId, scannerId],
  );
  return row?.known ?? false;
}

/** Status of a scan, and its hosts counted by outcome, as `scan.completed` carries them. */
export async function scanCounts(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<Pick<ScanSnapshot, "status" | "hosts">> {
  const [row] = await sql.query<ScanRow>(
    `select ${SCAN_COLUMNS} from scans s ${COUNTS} where s.tenant_id = $1 and s.id = $2`,
    [tenantId, id],
  );
  return row ? { status: row.status, hosts: scanView(row).hosts } : {};
}

interface RawRecordRow {
  id: string;
  place: string;
  scan_id: string;
  scanner_id: string;
  hostname: string | null;
  ip_address: string | null;
  status: RawRecordView["status"];
  ci_id: string | null;
  error: string | null;
  created_at: Date;
  processed_at: Date | null;
}

export function directionOf({ order }: PageInput) {
  return order === "asc" ? ({ order: "asc", beyond: ">" } as const) : ({ order: "desc", beyond: "<" } as const);
}

export function boundsOf({ after, limit, page }: PageInput): unknown[] {
  return [after?.at ?? null, after?.id ?? null, limit + 1, after ? 0 : (page - 1) * limit];
}

export function pageOf<R extends { id: string; place: string }, T>(
  rows: R[],
  view: (row: R) => T,
  limit: number,
  total: number,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? { at: last.place, id: last.id } : undefined;
  return { items: shown.map(view), total, next };
}

function scanView(row: ScanRow): ScanView {
  return {
    id: row.id,
    scannerId: row.scanner_id,
    scanType: row.scan_type,
    status: row.status,
    hosts: { total: row.hosts, processed: row.processed, failed: row.failed, parked: row.parked },
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    error: row.error,
  };
}

function rawRecordView(row: RawRecordRow): RawRecordView {
  return {
    id: row.id,
    scanId: row.scan_id,
    scannerId: row.scanner_id,
    hostname: row.hostname,
    ipAddress: row.ip_address,
    status: row.status,
    ciId: row.ci_id,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    processedAt: row.processed_at?.toISOString() ?? null,
  };
}
