import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { ProgramName } from "../ports.ts";

/**
 * `waiting`: still to be asked, or being asked; `found`: the source has it, and searches see it soon; `unanswered`: the source
 * could not be asked, which is tried again; `done`: searches see all that the source has.
 */
export type LookUpState = "waiting" | "found" | "unanswered" | "done";

export interface LookUp {
  key: string;
  program: ProgramName;
  /** Searches that have been answered. */
  step: number;
}

export interface LookUpStatus {
  state: LookUpState;
  found: boolean;
}

/** Notes programs to be looked up unless they are noted already, and answers how it stands with each. */
async function addLookUps(sql: Sql, programs: ReadonlyMap<string, ProgramName>): Promise<Map<string, LookUpStatus>> {
  const keys = [...programs.keys()].sort();
  if (keys.length === 0) return new Map();
  await sql.query(
    `insert into software_look_ups (key, program)
     select key, program::jsonb from unnest($1::text[], $2::text[]) as given (key, program) on conflict do nothing`,
    [keys, keys.map((key) => JSON.stringify(programs.get(key)))],
  );
  const rows = await sql.query<LookUpStatus & { key: string }>(
    "select key, state, found from software_look_ups where key = any($1::text[])",
    [keys],
  );
  return new Map(rows.map(({ key, ...standing }) => [key, standing]));
}

/** The one that waits longest. */
async function nextLookUp(sql: Sql): Promise<LookUp | undefined> {
  const [row] = await sql.query<LookUp>(
    "select key, program, step from software_look_ups where state = 'waiting' order by asked_at, key limit 1",
  );
  return row;
}

/** False where another process was faster. */
async function advance(sql: Sql, { key, step }: LookUp, to: { step: number; found: boolean }): Promise<boolean> {
  const rows = await sql.query(
    `update software_look_ups set step = $3, found = $4, state = case when $4 then 'found' else state end, ended_at = now()
     where key = $1 and step = $2 and state = 'waiting' returning key`,
    [key, step, to.step, to.found],
  );
  return rows.length > 0;
}

/** What was found and is not yet seen by searches, and since when the first of it is. */
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
}

async function closeUnfound(sql: Sql, key: string): Promise<void> {
  await sql.query(
    "update software_look_ups set state = 'done', ended_at = now() where key = $1 and state = 'waiting'",
    [key],
  );
}

/**
 * The source cannot be asked: of this one, or of any. Answers the keys. The one at which that was seen goes behind all
 * others: were the fault its own, they would never have their turn.
 */
async function markUnanswered(sql: Sql, seenAt: string, isOfAll: boolean): Promise<string[]> {
  const rows = await sql.query<{ key: string }>(
    `update software_look_ups set state = 'unanswered', ended_at = now(),
       asked_at = case when key = $1 then now() else asked_at end
     where state = 'waiting' and ($2 or key = $1) returning key`,
    [seenAt, isOfAll],
  );
  return rows.map((row) => row.key);
}

/** Those that could not be asked wait again. Answers whether any look-up waits, or was found and is not yet seen. */
async function retryUnanswered(sql: Sql): Promise<boolean> {
  await sql.query("update software_look_ups set state = 'waiting' where state = 'unanswered'");
  const rows = await sql.query("select 1 from software_look_ups where state in ('waiting', 'found') limit 1");
  return rows.length > 0;
}

/** Notes the instances that the look-ups were for as waiting for their CPE name. Answers their tenants. */
async function queueEnrichment(sql: Sql, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await sql.query<{ tenantId: string }>(
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

/** Answers that are so old that the source may know more by now. Answers how many there were. */
async function deleteExpired(sql: Sql, days: number): Promise<number> {
  const rows = await sql.query(
    "delete from software_look_ups where state = 'done' and ended_at < now() - make_interval(days => $1) returning key",
    [days],
  );
  return rows.length;
}

/** Products to be looked up in the vulnerability database. */
export const lookUpsStore = {
  addLookUps,
  nextLookUp,
  advance,
  foundLookUps,
  closeFound,
  closeUnfound,
  markUnanswered,
  retryUnanswered,
  queueEnrichment,
  deleteExpired,
};
