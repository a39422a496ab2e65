import { by } from "../../../model/order.ts";
import { RETRY_SECONDS_SQL } from "../../../platform/jobs/tries.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { CpeMatch } from "../engine/index.ts";

/** Steps of the pipeline: instance to software, software to family, instance to CPE name. */
export const STEPS = ["link", "family", "cpe"] as const;
export type Step = (typeof STEPS)[number];

export interface WorkItem {
  ciId: string;
  saves: number;
  /** When it was queued. */
  since: Date;
  /** How often it has failed while the stores worked. */
  tries: number;
}

/** Queues CIs for a step; increments `saves` of those already queued. */
async function addWork(sql: Sql, tenantId: string, step: Step, ciIds: readonly string[]): Promise<void> {
  if (ciIds.length === 0) return;
  await sql.query(
    `insert into software_work as w (tenant_id, step, ci_id) select $1, $2, unnest($3::text[])
     on conflict (tenant_id, step, ci_id) do update set saves = w.saves + 1, not_before = now()`,
    [tenantId, step, [...new Set(ciIds)].sort()],
  );
}

/** Tries to take the lock of the step and tenant until the transaction ends; false if another transaction holds it. */
async function tryLock(tx: Sql, tenantId: string, step: Step): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('software pipeline ' || $1 || ' ' || $2, 0)) as taken",
    [tenantId, step],
  );
  return row?.taken ?? false;
}

/** The longest-waiting due items; one that failed before comes alone, so that it holds up no other. */
async function nextWork(sql: Sql, tenantId: string, step: Step, limit: number): Promise<WorkItem[]> {
  const items = await sql.query<WorkItem>(
    `select ci_id as "ciId", saves, since, tries from software_work
     where tenant_id = $1 and step = $2 and not_before <= now() order by tries > 0, since, ci_id limit $3`,
    [tenantId, step, limit],
  );
  const fresh = items.filter(({ tries }) => tries === 0);
  return fresh.length > 0 ? fresh : items.slice(0, 1);
}

/** Puts off items that failed, for longer each time. */
async function recordFailure(sql: Sql, tenantId: string, step: Step, ciIds: readonly string[]): Promise<void> {
  if (ciIds.length === 0) return;
  await sql.query(
    `update software_work set tries = tries + 1,
       not_before = now() + make_interval(secs => ${RETRY_SECONDS_SQL("tries + 1")})
     where tenant_id = $1 and step = $2 and ci_id = any($3::text[])`,
    [tenantId, step, ciIds],
  );
}

/** Deletes finished items, except those saved again since they were read. */
async function completeWork(tx: Sql, tenantId: string, step: Step, items: readonly WorkItem[]): Promise<void> {
  await tx.query(
    `delete from software_work w using unnest($3::text[], $4::bigint[]) as done (ci_id, saves)
     where w.tenant_id = $1 and w.step = $2 and w.ci_id = done.ci_id and w.saves = done.saves`,
    [tenantId, step, items.map(({ ciId }) => ciId), items.map(({ saves }) => saves)],
  );
}

/** Tenants and steps with due work: one index look-up for each, independent of the backlog. */
function dueWork(sql: Sql): Promise<{ tenantId: string; step: Step }[]> {
  return sql.query(
    `select t.id as "tenantId", s.step from tenants t cross join unnest($1::text[]) as s (step)
     where exists (select from software_work w where w.tenant_id = t.id and w.step = s.step and w.not_before <= now())
     order by 1, 2`,
    [STEPS],
  );
}

/** Stores CPE matches; replaces earlier matches of the same CIs. */
async function storeMatches(
  sql: Sql,
  tenantId: string,
  change: number,
  matches: readonly { ciId: string; match: CpeMatch; lookUpKey: string | undefined }[],
): Promise<void> {
  if (matches.length === 0) return;
  const sorted = [...matches].sort(by(({ ciId }) => ciId));
  const column = <T>(of: (match: CpeMatch) => T): T[] => sorted.map(({ match }) => of(match));
  await sql.query(
    `insert into software_cpe_matches (tenant_id, ci_id, name, match, score, method, candidates, reasons,
       look_up_key, dictionary_change)
     select $1, ci_id, name, match, score, method, candidates::json, reasons::json, look_up_key, $2
     from unnest($3::text[], $4::text[], $5::text[], $6::real[], $7::text[], $8::text[], $9::text[], $10::text[])
       as given (ci_id, name, match, score, method, candidates, reasons, look_up_key)
     on conflict (tenant_id, ci_id) do update set name = excluded.name, match = excluded.match, score = excluded.score,
       method = excluded.method, candidates = excluded.candidates, reasons = excluded.reasons,
       look_up_key = excluded.look_up_key, dictionary_change = excluded.dictionary_change, at = now()`,
    [
      tenantId,
      change,
      sorted.map(({ ciId }) => ciId),
      column(({ name }) => name),
      column(({ match }) => match),
      column(({ score }) => score),
      column(({ method }) => method),
      column(({ candidates }) => JSON.stringify(candidates)),
      column(({ reasons }) => JSON.stringify(reasons)),
      sorted.map(({ lookUpKey }) => lookUpKey ?? null),
    ],
  );
}

export interface StoredMatch extends CpeMatch {
  at: Date;
}

/** The newest automatic match of an instance; undefined if none was searched yet. */
async function matchOf(sql: Sql, tenantId: string, ciId: string): Promise<StoredMatch | undefined> {
  const rows = await sql.query<StoredMatch>(
    `select name, match, score, method, candidates, reasons, at from software_cpe_matches
     where tenant_id = $1 and ci_id = $2`,
    [tenantId, ciId],
  );
  return rows[0];
}

/** A position among unmatched instances. */
export interface UnmatchedPlace {
  change: number;
  id: string;
}

/** Instances without a match in a dictionary older than `before`, behind the place. */
function unmatched(
  sql: Sql,
  tenantId: string,
  before: number,
  after: UnmatchedPlace,
  limit: number,
): Promise<UnmatchedPlace[]> {
  return sql.query<UnmatchedPlace>(
    `select ci_id as id, dictionary_change as change from software_cpe_matches
     where tenant_id = $1 and match = 'none' and dictionary_change < $2 and (dictionary_change, ci_id) > ($3, $4)
     order by dictionary_change, ci_id limit $5`,
    [tenantId, before, after.change, after.id, limit],
  );
}

async function countUnmatched(sql: Sql, tenantId: string, before: number): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `select count(*) as n from software_cpe_matches where tenant_id = $1 and match = 'none' and dictionary_change < $2`,
    [tenantId, before],
  );
  return row?.n ?? 0;
}

/** Takes what waits for a step out of its queue. */
async function dropWork(sql: Sql, tenantId: string, step: Step): Promise<void> {
  await sql.query("delete from software_work where tenant_id = $1 and step = $2", [tenantId, step]);
}

/** The instances whose look-up is still open. */
async function awaitingLookUps(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `select m.ci_id as id from software_cpe_matches m join software_look_ups l on l.key = m.look_up_key
     where m.tenant_id = $1 and m.ci_id = any($2::text[]) and l.state in ('waiting', 'found')`,
    [tenantId, ciIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Deletes work and matches of purged CIs. */
async function deleteOfCis(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
  await sql.query("delete from software_work where tenant_id = $1 and ci_id = any($2::text[])", [tenantId, ciIds]);
  await sql.query("delete from software_cpe_matches where tenant_id = $1 and ci_id = any($2::text[])", [
    tenantId,
    ciIds,
  ]);
}

/** Waiting work and CPE matches of the software pipeline. */
export const pipelineWorkStore = {
  addWork,
  tryLock,
  nextWork,
  completeWork,
  recordFailure,
  dueWork,
  matchOf,
  storeMatches,
  unmatched,
  countUnmatched,
  dropWork,
  awaitingLookUps,
  deleteOfCis,
};
