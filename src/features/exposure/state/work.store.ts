import { RETRY_SECONDS_SQL } from "../../../platform/jobs/tries.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";

export interface WorkItem {
  ciId: string;
  saves: number;
  tries: number;
}

/** Queues CIs to be read again; nothing before the first import, after which every tenant is walked. */
async function addWork(tx: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
  if (ciIds.length === 0) return;
  await tx.query(
    `insert into exposure_work as w (tenant_id, ci_id) select $1, unnest($2::text[])
     where exists (select from cve_feed where change > 0)
     on conflict (tenant_id, ci_id) do update set saves = w.saves + 1, not_before = now()`,
    [tenantId, [...new Set(ciIds)].sort()],
  );
}

/** Queues those of the CIs that are known as servers. */
async function addHosts(tx: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
  if (ciIds.length === 0) return;
  const known = await tx.query<{ id: string }>(
    `select ci_id as id from exposure_hosts where tenant_id = $1 and ci_id = any($2::text[])`,
    [tenantId, ciIds],
  );
  await addWork(
    tx,
    tenantId,
    known.map(({ id }) => id),
  );
}

/** The longest-waiting due items; one that failed before comes alone, so that it holds up no other. */
async function nextWork(tx: Sql, tenantId: string, limit: number): Promise<WorkItem[]> {
  const items = await tx.query<WorkItem>(
    `select ci_id as "ciId", saves, tries from exposure_work
     where tenant_id = $1 and not_before <= now() order by tries > 0, since, ci_id limit $2`,
    [tenantId, limit],
  );
  const fresh = items.filter(({ tries }) => tries === 0);
  return fresh.length > 0 ? fresh : items.slice(0, 1);
}

/** Deletes finished items, except those saved again since they were read. */
async function completeWork(tx: Sql, tenantId: string, items: readonly WorkItem[]): Promise<void> {
  await tx.query(
    `delete from exposure_work w using unnest($2::text[], $3::bigint[]) as done (ci_id, saves)
     where w.tenant_id = $1 and w.ci_id = done.ci_id and w.saves = done.saves`,
    [tenantId, items.map(({ ciId }) => ciId), items.map(({ saves }) => saves)],
  );
}

/** Puts off items that failed, for longer each time. */
async function postponeWork(tx: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
  await tx.query(
    `update exposure_work set tries = tries + 1,
       not_before = now() + make_interval(secs => ${RETRY_SECONDS_SQL("tries + 1")})
     where tenant_id = $1 and ci_id = any($2::text[])`,
    [tenantId, ciIds],
  );
}

const LOCK_ID = "hashtextextended('exposure ' || $1, 0)";

/** Tries to take the lock of the tenant until the transaction ends; false if another transaction holds it. */
async function tryLock(tx: Sql, tenantId: string): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(`select pg_try_advisory_xact_lock(${LOCK_ID}) as taken`, [tenantId]);
  return row?.taken ?? false;
}

/** Longest wait for a step of matching: a caller waits for it. */
const LOCK_WAIT_MS = 3_000;

/** Waits for the lock of the tenant, which a step of matching holds; rejects with 503 if it holds it for too long. */
async function lock(tx: Sql, tenantId: string): Promise<void> {
  await tx.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
  await tx.query(`select pg_advisory_xact_lock(${LOCK_ID})`, [tenantId]);
}

export interface TenantState {
  isWalked: boolean;
  walkAt: string | null;
  walkId: string | null;
  matchedTo: number;
  /** Whether services must be searched anew, or a search has begun and may have died. */
  reach: "fresh" | "stale" | "searching";
  /** Whether findings are gathered, and the next message of them is due. */
  hasGathered: boolean;
}

/** The state of a tenant; one of older rules, or none, begins anew. */
async function tenantState(tx: Sql, tenantId: string, rules: number): Promise<TenantState> {
  await tx.query(
    `insert into exposure_tenants as t (tenant_id, rules) values ($1, $2)
     on conflict (tenant_id) do update
       set rules = excluded.rules, is_walked = false, walk_at = null, walk_id = null, reach_at = null
       where t.rules <> excluded.rules`,
    [tenantId, rules],
  );
  const [row] = await tx.query<TenantState>(
    `select is_walked as "isWalked", walk_at as "walkAt", walk_id as "walkId", matched_to as "matchedTo",
            case when t.reach_at is null then 'searching' when ${REACH_DUE} then 'stale' else 'fresh' end as reach,
            ${GATHERED_DUE} as "hasGathered"
     from exposure_tenants t where tenant_id = $1`,
    [tenantId],
  );
  if (!row) throw new Error("the tenant's row is missing");
  return row;
}

/** A change of the graph makes what services reach stale; it is searched anew at most every 10 s. */
const REACH_DUE = "(t.reach_at is null or (t.reach_stale is not null and t.reach_at < now() - interval '10 seconds'))";

/** Gathered findings are sent in one message, at most every ten minutes. */
const GATHERED_DUE =
  "(t.has_gathered and (t.gathered_told_at is null or t.gathered_told_at < now() - interval '10 minutes'))";

async function setGatheredTold(tx: Sql, tenantId: string): Promise<void> {
  await tx.query("update exposure_tenants set has_gathered = false, gathered_told_at = now() where tenant_id = $1", [
    tenantId,
  ]);
}

/** Begins a search of services: what changes from now on makes its result stale, so this commits before the search. */
async function beginReach(tx: Sql, tenantId: string): Promise<void> {
  await tx.query("update exposure_tenants set reach_stale = null, reach_at = null where tenant_id = $1", [tenantId]);
}

async function endReach(tx: Sql, tenantId: string): Promise<void> {
  await tx.query("update exposure_tenants set reach_at = now() where tenant_id = $1", [tenantId]);
}

async function setWalk(tx: Sql, tenantId: string, place: { at: string; id: string } | undefined): Promise<void> {
  await tx.query("update exposure_tenants set is_walked = $2, walk_at = $3, walk_id = $4 where tenant_id = $1", [
    tenantId,
    place === undefined,
    place?.at ?? null,
    place?.id ?? null,
  ]);
}

async function setMatchedTo(tx: Sql, tenantId: string, change: number): Promise<void> {
  await tx.query("update exposure_tenants set matched_to = $2 where tenant_id = $1", [tenantId, change]);
}

async function markReachStale(tx: Sql, tenantId: string): Promise<void> {
  await tx.query("update exposure_tenants set reach_stale = now() where tenant_id = $1 and reach_stale is null", [
    tenantId,
  ]);
}

/** Tenants with something to do: one look into each index, however much waits. */
function dueTenants(sql: Sql, rules: number): Promise<{ tenantId: string }[]> {
  return sql.query(
    `select t.id as "tenantId" from tenants t cross join cve_feed f left join exposure_tenants e on e.tenant_id = t.id
     where f.change > 0 and (
       e.tenant_id is null or e.rules <> $1 or not e.is_walked or e.matched_to < f.change
       or ${REACH_DUE.replaceAll("t.", "e.")} or ${GATHERED_DUE.replaceAll("t.", "e.")}
       or exists (select from exposure_work w where w.tenant_id = t.id and w.not_before <= now())
       or exists (select from exposure_profiles p where p.tenant_id = t.id and not p.is_matched and p.tries = 0)
       or exists (select from exposure_profiles p
                  where p.tenant_id = t.id and not p.is_matched and p.tries > 0 and p.not_before <= now()))
     order by t.id`,
    [rules],
  );
}

/** What waits to be matched, and how far each tenant has come. */
export const workStore = {
  addWork,
  addHosts,
  nextWork,
  completeWork,
  postponeWork,
  tryLock,
  lock,
  tenantState,
  setWalk,
  setMatchedTo,
  beginReach,
  endReach,
  setGatheredTold,
  markReachStale,
  dueTenants,
};
