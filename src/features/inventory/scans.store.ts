import type { Actor } from "../../context.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { SourceClass } from "../ci/index.ts";
import type { HostOutcome, NewRawRecord, NewScan, RawRecord, RunningScan, ScanStatus } from "./scan.model.ts";
import { recordSightings } from "./sightings.store.ts";

const CHUNK = 500;
/** Minutes without progress after which a scan no longer counts as running. */
const PROGRESS_MINUTES = 2;

/** Stores a scan with its raw records, all `pending`. */
export async function insertScan(tx: Sql, tenantId: string, scan: NewScan, hosts: NewRawRecord[]): Promise<void> {
  await tx.query(
    `insert into scans (tenant_id, id, scanner_id, scan_type, format, observed_at, hosts, actor, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tenantId,
      scan.id,
      scan.scannerId,
      scan.scanType,
      scan.format,
      scan.observedAt,
      hosts.length,
      JSON.stringify({ kind: scan.actor.kind, id: scan.actor.id }),
      scan.requestId,
    ],
  );
  for (let start = 0; start < hosts.length; start += CHUNK) {
    const rows = hosts.slice(start, start + CHUNK);
    await tx.query(
      `insert into raw_scan_records
         (tenant_id, scan_id, id, position, hostname, ip_address, payload, content_hash, source_class)
       select $1, $2, r.id, r.position, r.hostname, r.ip, r.payload::json, r.hash, r.class
       from unnest($3::text[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         as r (id, position, hostname, ip, payload, hash, class)`,
      [
        tenantId,
        scan.id,
        rows.map((row) => row.id),
        rows.map((row) => row.position),
        rows.map((row) => row.hostname),
        rows.map((row) => row.ipAddress),
        rows.map((row) => JSON.stringify(row.payload)),
        rows.map((row) => row.contentHash),
        rows.map((row) => row.sourceClass),
      ],
    );
  }
}

/** One scan; undefined if the tenant has none of this id. */
export async function findScan(sql: Sql, tenantId: string, id: string): Promise<RunningScan | undefined> {
  const rows = await sql.query<{
    scanner_id: string;
    scan_type: string;
    format: string;
    status: ScanStatus;
    observed_at: Date;
    actor: string;
    request_id: string;
  }>(
    "select scanner_id, scan_type, format, status, observed_at, actor, request_id from scans where tenant_id = $1 and id = $2",
    [tenantId, id],
  );
  const row = rows[0];
  return (
    row && {
      tenantId,
      id,
      scannerId: row.scanner_id,
      scanType: row.scan_type,
      format: row.format,
      status: row.status,
      observedAt: row.observed_at.toISOString(),
      actor: JSON.parse(row.actor) as Actor,
      requestId: row.request_id,
    }
  );
}

/** The next pending hosts of a scan in the order of the submission, at most `limit`. */
export async function pendingHosts(sql: Sql, tenantId: string, scanId: string, limit: number): Promise<RawRecord[]> {
  const rows = await sql.query<{
    id: string;
    position: number;
    payload: object;
    content_hash: string;
    source_class: SourceClass;
  }>(
    `select id, position, payload, content_hash, source_class from raw_scan_records
     where tenant_id = $1 and scan_id = $2 and status = 'pending' order by position limit $3`,
    [tenantId, scanId, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    position: row.position,
    payload: row.payload,
    contentHash: row.content_hash,
    sourceClass: row.source_class,
  }));
}

/**
 * Records the outcomes of hosts, their sightings and the progress of the scan. An outcome that another run of the same
 * job recorded stays.
 */
export async function recordOutcomes(tx: Sql, scan: RunningScan, outcomes: HostOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.query(
    `update raw_scan_records r
     set status = o.status, outcome = o.outcome, ci_id = o.ci_id, decision = o.decision::json, error = o.error,
         processed_at = now()
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       as o (id, status, outcome, ci_id, decision, error)
     where r.tenant_id = $1 and r.scan_id = $2 and r.id = o.id and r.status = 'pending'`,
    [
      scan.tenantId,
      scan.id,
      outcomes.map(({ recordId }) => recordId),
      outcomes.map(({ status }) => status),
      outcomes.map(({ outcome }) => outcome),
      outcomes.map(({ ciId }) => ciId),
      outcomes.map(({ decision }) => decision && JSON.stringify(decision)),
      outcomes.map(({ error }) => error),
    ],
  );
  await recordSightings(tx, scan, outcomes);
  await tx.query("update scans set progress_at = now() where tenant_id = $1 and id = $2", [scan.tenantId, scan.id]);
}

/**
 * Ends a scan without pending hosts: `failed` if every host failed, else `completed`. Answers false if it had ended before
 * or a host is still pending.
 */
export async function finishScan(tx: Sql, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.query<{ id: string }>(
    `update scans s
     set status = case when s.hosts > 0 and not exists (
                     select 1 from raw_scan_records r where r.tenant_id = $1 and r.scan_id = $2 and r.status <> 'failed')
                   then 'failed' else 'completed' end,
         error = case when s.hosts > 0 and not exists (
                     select 1 from raw_scan_records r where r.tenant_id = $1 and r.scan_id = $2 and r.status <> 'failed')
                   then 'every host failed' end,
         completed_at = now(), progress_at = now()
     where s.tenant_id = $1 and s.id = $2 and s.status = 'running'
       and not exists (
         select 1 from raw_scan_records r where r.tenant_id = $1 and r.scan_id = $2 and r.status = 'pending')
     returning s.id`,
    [tenantId, id],
  );
  return rows.length > 0;
}

/** Running scans of all tenants without progress for that many minutes. */
export async function stalledScans(sql: Sql, minutes: number): Promise<{ tenantId: string; id: string }[]> {
  return sql.query(
    `select tenant_id as "tenantId", id from scans
     where status = 'running' and progress_at < now() - make_interval(mins => $1) order by tenant_id, id`,
    [minutes],
  );
}

/** Fails a scan without progress for that many minutes. Answers false if it ended or progressed meanwhile. */
export async function failStalled(tx: Sql, tenantId: string, id: string, minutes: number): Promise<boolean> {
  const rows = await tx.query(
    `update scans set status = 'failed', error = 'no progress was made', completed_at = now()
     where tenant_id = $1 and id = $2 and status = 'running' and progress_at < now() - make_interval(mins => $3)
     returning id`,
    [tenantId, id, minutes],
  );
  return rows.length > 0;
}

/** Makes running scans count as just begun, for use after a restore, which enqueues their jobs again. */
export async function renewProgress(tx: Sql): Promise<void> {
  await tx.query("update scans set progress_at = now() where status = 'running'");
}

/** Whether a running scan of the tenant made progress in the last two minutes. */
export async function isScanRunning(sql: Sql, tenantId: string): Promise<boolean> {
  const [row] = await sql.query<{ running: boolean }>(
    `select exists (select 1 from scans where tenant_id = $1 and status = 'running'
       and progress_at > now() - make_interval(mins => $2)) as running`,
    [tenantId, PROGRESS_MINUTES],
  );
  return row?.running ?? false;
}

/** CIs of a scan's hosts, and whether the scan created or updated them. */
export async function cisOfScan(
  sql: Sql,
  tenantId: string,
  scanId: string,
): Promise<{ ciId: string; changed: boolean }[]> {
  return sql.query(
    `select ci_id as "ciId", bool_or(outcome in ('created', 'updated')) as changed from raw_scan_records
     where tenant_id = $1 and scan_id = $2 and ci_id is not null and status = 'processed' group by ci_id`,
    [tenantId, scanId],
  );
}

/** Deletes scans and their raw records that many days after their end. Answers how many scans. */
export async function deleteExpiredScans(sql: Sql, tenantId: string, days: number): Promise<number> {
  const rows = await sql.query(
    "delete from scans where tenant_id = $1 and completed_at < now() - make_interval(days => $2) returning id",
    [tenantId, days],
  );
  return rows.length;
}
