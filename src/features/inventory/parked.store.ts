import type { Sql } from "../../platform/postgres/postgres.ts";
import type { SourceClass } from "../ci/index.ts";
import type { Page, PageInput, ParkedDecision, ParkedHost } from "./scan.model.ts";
import { boundsOf, directionOf, pageOf, placeIn } from "./scan-reads.store.ts";

interface ParkedRow {
  id: string;
  place: string;
  scan_id: string;
  scanner_id: string;
  format: string;
  observed_at: Date;
  created_at: Date;
  hostname: string | null;
  ip_address: string | null;
  error: string | null;
  payload: object;
  content_hash: string;
  source_class: SourceClass;
  times_seen: number;
  first_seen: Date;
  decided_by: string | null;
  decided_at: Date | null;
  ci_id: string | null;
}

const COLUMNS = `r.id, ${placeIn("r")}, r.scan_id, s.scanner_id, s.format, s.observed_at, r.created_at, r.hostname,
  r.ip_address, r.error, r.payload, r.content_hash, r.source_class, seen.times_seen, seen.first_seen, d.decided_by,
  d.decided_at, d.ci_id`;
const SAME_REPORT = `from raw_scan_records o join scans t on t.tenant_id = o.tenant_id and t.id = o.scan_id
  where o.tenant_id = r.tenant_id and o.content_hash = r.content_hash and o.status = 'parked'
    and t.scanner_id = s.scanner_id`;
const SEEN = `cross join lateral (select count(*) as times_seen, min(o.created_at) as first_seen ${SAME_REPORT}) seen`;
const PARKED = `raw_scan_records r join scans s on s.tenant_id = r.tenant_id and s.id = r.scan_id
  left join parked_decisions d on d.tenant_id = r.tenant_id and d.scanner_id = s.scanner_id
    and d.content_hash = r.content_hash`;
/** Of the same report only the newest: a nightly scan sends it every night. */
const QUEUED = `r.tenant_id = $1 and r.status = 'parked' and (d.decided_at is not null) = $2
  and not exists (select 1 ${SAME_REPORT} and (o.created_at, o.id) > (r.created_at, r.id))`;

/** One page of parked hosts, decided or not, each report once. */
async function page(sql: Sql, tenantId: string, decided: boolean, input: PageInput): Promise<Page<ParkedHost>> {
  const { order, beyond } = directionOf(input);
  const [counted] = await sql.query<{ total: number }>(`select count(*) as total from ${PARKED} where ${QUEUED}`, [
    tenantId,
    decided,
  ]);
  const rows = await sql.query<ParkedRow>(
    `select ${COLUMNS} from ${PARKED} ${SEEN}
     where ${QUEUED} and ($3::timestamptz is null or (r.created_at, r.id) ${beyond} ($3, $4))
     order by r.created_at ${order}, r.id ${order} limit $5 offset $6`,
    [tenantId, decided, ...boundsOf(input)],
  );
  return pageOf(rows, parkedHost, input.limit, counted?.total ?? 0);
}

/** A parked host; undefined if the tenant has none of this id. */
async function get(sql: Sql, tenantId: string, id: string): Promise<ParkedHost | undefined> {
  const rows = await sql.query<ParkedRow>(
    `select ${COLUMNS} from ${PARKED} ${SEEN} where r.tenant_id = $1 and r.id = $2 and r.status = 'parked'`,
    [tenantId, id],
  );
  return rows.map(parkedHost)[0];
}

type Report = Pick<ParkedHost, "scannerId" | "contentHash">;

/** Stores a decision, in place of an earlier one. */
async function decide(
  sql: Sql,
  tenantId: string,
  { scannerId, contentHash }: Report,
  { ciId, by }: Pick<ParkedDecision, "ciId" | "by">,
): Promise<ParkedDecision> {
  const [row] = await sql.query<{ decided_at: Date }>(
    `insert into parked_decisions (tenant_id, scanner_id, content_hash, ci_id, decided_by) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, scanner_id, content_hash)
       do update set ci_id = excluded.ci_id, decided_by = excluded.decided_by, decided_at = now()
     returning decided_at`,
    [tenantId, scannerId, contentHash, ciId, by],
  );
  return { ciId, by, at: row!.decided_at.toISOString() };
}

/** Takes a decision back. */
async function undecide(sql: Sql, tenantId: string, { scannerId, contentHash }: Report): Promise<void> {
  await sql.query("delete from parked_decisions where tenant_id = $1 and scanner_id = $2 and content_hash = $3", [
    tenantId,
    scannerId,
    contentHash,
  ]);
}

/** By content hash, the CIs that people chose for reports of a scanner. */
async function chosenCis(
  sql: Sql,
  tenantId: string,
  scannerId: string,
  contentHashes: readonly string[],
): Promise<Map<string, string>> {
  if (contentHashes.length === 0) return new Map();
  const rows = await sql.query<{ content_hash: string; ci_id: string }>(
    `select content_hash, ci_id from parked_decisions
     where tenant_id = $1 and scanner_id = $2 and content_hash = any($3::text[]) and ci_id is not null`,
    [tenantId, scannerId, contentHashes],
  );
  return new Map(rows.map((row) => [row.content_hash, row.ci_id]));
}

function parkedHost(row: ParkedRow): ParkedHost {
  const { decided_at: at, decided_by: by } = row;
  return {
    id: row.id,
    scanId: row.scan_id,
    scannerId: row.scanner_id,
    format: row.format,
    observedAt: row.observed_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    hostname: row.hostname,
    ipAddress: row.ip_address,
    reason: row.error,
    payload: row.payload,
    contentHash: row.content_hash,
    sourceClass: row.source_class,
    timesSeen: row.times_seen,
    firstSeen: row.first_seen.toISOString(),
    decision: at && by ? { ciId: row.ci_id, by, at: at.toISOString() } : null,
  };
}

/** Hosts that nothing identified, and what people decided about them. */
export const parkedStore = { page, get, decide, undecide, chosenCis };
