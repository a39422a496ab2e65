import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { ProgramName } from "../ports.ts";

/**
 * `waiting`: not finished yet; `found`: the source has the program, and searches see it soon; `unanswered`: the source
 * could not be asked, and is asked again an hour later; `done`: searches see all that the source has.
 */
export type LookUpState = "waiting" | "found" | "unanswered" | "done";

export interface LookUp {
  key: string;
  /** A tenant that waits for it; empty if none does any more. */
  tenantId: string;
  program: ProgramName;
  /** Number of searches that were answered. */
  step: number;
}

export interface LookUpStatus {
  state: LookUpState;
  found: boolean;
}

/** Whether an unanswered look-up is to be asked again. */
const RETRY = "ended_at < now() - interval '1 hour'";

/** Adds look-ups that do not exist yet, and the tenant to those that have no answer; returns the status of each. */
async function addLookUps(
  sql: Sql,
  tenantId: string,
  programs: ReadonlyMap<string, ProgramName>,
): Promise<Map<string, LookUpStatus>> {
  const keys = [...programs.keys()].sort();
  if (keys.length === 0) return new Map();
  await sql.query(
    `insert into software_look_ups (key, program)
     select key, program::jsonb from unnest($1::text[], $2::text[]) as given (key, program) on conflict do nothing`,
    [keys, keys.map((key) => JSON.stringify(programs.get(key)))],
  );
  await sql.query(
    `insert into software_look_up_requests (tenant_id, key)
     select $1, key from software_look_ups where key = any($2::text[]) and state in ('waiting', 'unanswered') order by key
     on conflict do nothing`,
    [tenantId, keys],
  );
  const rows = await sql.query<LookUpStatus & { key: string }>(
    "select key, state, found from software_look_ups where key = any($1::text[])",
    [keys],
  );
  return new Map(rows.map(({ key, ...standing }) => [key, standing]));
}

/** The longest-waiting look-up of the tenant whose turn comes after that of `after`, in the order of ids. */
async function nextLookUp(sql: Sql, after: string): Promise<LookUp | undefined> {
  const [row] = await sql.query<LookUp>(
    `select l.key, l.program, l.step, coalesce(r.tenant_id, '') as "tenantId"
     from software_look_ups l left join software_look_up_requests r on r.key = l.key
     where l.state = 'waiting'
     order by coalesce(r.tenant_id, '') <= $1 collate "C", r.tenant_id nulls first, l.asked_at, l.key limit 1`,
    [after],
  );
  return row;
}

/** Records the answer of a search; false if another process recorded it first. */
async function advance(
  sql: Sql,
  { key, step }: Pick<LookUp, "key" | "step">,
  to: { step: number; found: boolean },
): Promise<boolean> {
  const rows = await sql.query(
    `update software_look_ups set step = $3, found = $4, state = case when $4 then 'found' else state end, ended_at = now()
     where key = $1 and step = $2 and state = 'waiting' returning key`,
    [key, step, to.step, to.found],
  );
  return rows.length > 0;
}

/** Keys of look-ups in state `found`, and the time of the oldest. */
async function foundLookUps(sql: Sql): Promise<{ keys: string[]; since: Date | undefined }> {
  const rows = await sql.query<{ key: string; at: Date }>(
    "select key, ended_at as at from software_look_ups where state = 'found' order by ended_at, key",
  );
  return { keys: rows.map(({ key }) => key), since: rows[0]?.at };
}

async function closeFound(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql.query("update software_look_ups set state = 'done' where state = 'found' and key = any($1::text[])", [
    keys,
  ]);
  await forgetRequests(sql, keys);
}

async function forgetRequests(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql.query("delete from software_look_up_requests where key = any($1::text[])", [keys]);
}

/** Answers the key, unless another process ended the look-up first. */
async function closeUnfound(sql: Sql, key: string): Promise<string[]> {
  const rows = await sql.query<{ key: string }>(
    "update software_look_ups set state = 'done', ended_at = now() where key = $1 and state = 'waiting' returning key",
    [key],
  );
  const keys = rows.map((row) => row.key);
  await forgetRequests(sql, keys);
  return keys;
}

/** Which look-ups are put off with one: itself, those that only its tenant waits for, or all that wait. */
export type PutOff = "itself" | "of its tenant" | "all";

/**
 * Marks waiting look-ups as unanswered; returns their keys. The look-up that failed goes to the end of the queue: if the
 * fault is its own, it must not block the others.
 */
async function markUnanswered(
  sql: Sql,
  { key, tenantId }: Pick<LookUp, "key" | "tenantId">,
  which: PutOff,
): Promise<string[]> {
  const rows = await sql.query<{ key: string }>(
    `update software_look_ups l set state = 'unanswered', ended_at = now(),
       asked_at = case when key = $1 then now() else asked_at end
     where state = 'waiting' and (key = $1 or $2 = 'all' or ($2 = 'of its tenant'
       and (select coalesce(bool_and(r.tenant_id = $3), $3 = '') from software_look_up_requests r where r.key = l.key)))
     returning key`,
    [key, which, tenantId],
  );
  return rows.map((row) => row.key);
}

/** Whether a look-up is due: waiting, found and not published yet, or unanswered an hour ago. */
async function isDue(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ due: boolean }>(
    `select exists (select from software_look_ups where state in ('waiting', 'found'))
       or exists (select from software_look_ups where state = 'unanswered' and ${RETRY}) as due`,
  );
  return row?.due ?? false;
}

/** Sets look-ups that were unanswered an hour ago back to waiting. */
async function retryUnanswered(sql: Sql): Promise<void> {
  await sql.query(`update software_look_ups set state = 'waiting' where state = 'unanswered' and ${RETRY}`);
}

/**
 * Queues CPE enrichment of the instances that wait for these look-ups, in the transaction that ends them; returns the ids
 * of their tenants.
 */
async function queueEnrichment(tx: Sql, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<{ tenantId: string }>(
    `with waiting as (
       insert into software_work as w (tenant_id, step, ci_id)
       select tenant_id, 'cpe', ci_id from software_cpe_matches
       where look_up_key = any($1::text[]) and match = 'none' order by tenant_id, ci_id
       on conflict (tenant_id, step, ci_id) do update set saves = w.saves + 1
       returning tenant_id
     ) select distinct tenant_id as "tenantId" from waiting order by 1`,
    [keys],
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Deletes look-ups that were done more than `days` ago; returns their number. */
async function deleteExpired(sql: Sql, days: number): Promise<number> {
  const rows = await sql.query(
    "delete from software_look_ups where state = 'done' and ended_at < now() - make_interval(days => $1) returning key",
    [days],
  );
  return rows.length;
}

/** Look-ups of programs at the vulnerability database. */
export const lookUpsStore = {
  addLookUps,
  nextLookUp,
  advance,
  foundLookUps,
  closeFound,
  closeUnfound,
  markUnanswered,
  isDue,
  retryUnanswered,
  queueEnrichment,
  deleteExpired,
};
