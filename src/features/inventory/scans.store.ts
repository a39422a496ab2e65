import type { Actor } from "../../context.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { SourceClass } from "../ci/index.ts";
import type { HostOutcome, NewRawRecord, NewScan, PendingRecord, RunningScan } from "./scan.model.ts";
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

/** A scan that the caller works on; others leave it alone for LEASE_SECONDS. */
export interface TakenScan extends RunningScan {
  /** Turns that began since the last progress, with this one. */
  tries: number;
}

/** Longer than a turn takes; when it ends, the scan of a process that died is free. Two turns at once do no harm. */
const LEASE_SECONDS = 30;

/**
 * Takes the tenant's running scan whose last turn began first; undefined if none is free, or `most` are under way.
 */
export async function takeScan(sql: Sql, tenantId: string, most: number): Promise<TakenScan | undefined> {
  const [row] = await sql.query<Omit<TakenScan, "actor" | "observedAt" | "tenantId"> & { actor: string; at: Date }>(
    `update scans s set turn_at = clock_timestamp(), leased_until = now() + make_interval(secs => $3), tries = s.tries + 1
     where s.tenant_id = $1 and s.id = (
       select id from scans where tenant_id = $1 and status = 'running' and leased_until <= now()
         and (select count(*) from scans where tenant_id = $1 and status = 'running' and leased_until > now()) < $2
       order by turn_at, id limit 1 for update skip locked)
     returning s.id, s.scanner_id as "scannerId", s.scan_type as "scanType", s.format, s.status, s.observed_at as at,
       s.actor, s.request_id as "requestId", s.tries`,
    [tenantId, most, LEASE_SECONDS],
  );
  if (!row) return undefined;
  const { at, actor, ...rest } = row;
  return { ...rest, tenantId, observedAt: at.toISOString(), actor: JSON.parse(actor) as Actor };
}

/** Frees the scan for its next turn; with `countTry` the turn counts towards the tries without progress. */
export async function releaseScan(
  sql: Sql,
  { tenantId, id }: Pick<TakenScan, "tenantId" | "id">,
  { countTry }: { countTry: boolean },
): Promise<void> {
  await sql.query(
    `update scans set leased_until = '-infinity', tries = case when $3 then tries else greatest(tries - 1, 0) end
     where tenant_id = $1 and id = $2`,
    [tenantId, id, countTry],
  );
}

/** Tenants with running scans that no process works on: one look into the index for each. */
export async function tenantsWithFreeScans(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select t.id from tenants t where exists (
       select from scans s where s.tenant_id = t.id and s.status = 'running' and s.leased_until <= now()) order by t.id`,
  );
  return rows.map(({ id }) => id);
}

const PENDING = `id, position, payload, content_hash, source_class, tries from raw_scan_records
  where tenant_id = $1 and scan_id = $2 and status = 'pending'`;

/** The next pending hosts of a scan, at most `limit`: those with the fewest tries, in the order of the submission. */
export async function pendingHosts(
  sql: Sql,
  tenantId: string,
  scanId: string,
  limit: number,
): Promise<PendingRecord[]> {
  const rows = await sql.query<{
    id: string;
    position: number;
    payload: object;
    content_hash: string;
    source_class: SourceClass;
    tries: number;
  }>(
    `(select ${PENDING} and tries = 0 order by position limit $3)
     union all (select ${PENDING} and tries > 0 order by tries, position limit $3) limit $3`,
    [tenantId, scanId, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    position: row.position,
    payload: row.payload,
    contentHash: row.content_hash,
    sourceClass: row.source_class,
    tries: row.tries,
  }));
}

/**
 * Counts a try of a pending host, for which the stores took too long, and returns the number of its tries. That is progress
 * of the scan: the tries of its hosts are bounded.
 */
export async function putOffHost(
  tx: Sql,
  { tenantId, id }: Pick<RunningScan, "tenantId" | "id">,
  recordId: string,
): Promise<number> {
  const [row] = await tx.query<{ tries: number }>(
    `update raw_scan_records set tries = tries + 1
     where tenant_id = $1 and scan_id = $2 and id = $3 and status = 'pending' returning tries`,
    [tenantId, id, recordId],
  );
  await tx.query("update scans set tries = 0 where tenant_id = $1 and id = $2", [tenantId, id]);
  return row?.tries ?? 0;
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
  await tx.query("update scans set progress_at = now(), tries = 0 where tenant_id = $1 and id = $2", [
    scan.tenantId,
    scan.id,
  ]);
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

/** Fails a running scan; answers false if it ended meanwhile. */
export async function failRunningScan(
  tx: Sql,
  { tenantId, id }: Pick<RunningScan, "tenantId" | "id">,
  error: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update scans set status = 'failed', error = $3, completed_at = now()
     where tenant_id = $1 and id = $2 and status = 'running' returning id`,
    [tenantId, id, error],
  );
  return rows.length > 0;
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
