import type { RefreshWindow } from "../../platform/nvd-copy/index.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { DictionaryStatus, ImportedFile } from "./cpe-dictionary.model.ts";

/** Id of the advisory lock; any number that no other user of the database uses. */
const WRITER_LOCK_ID = 0x0_43_50_45;

/** Postgres channel for changes of pairs; the payload is the change's number. */
export const CHANGE_CHANNEL = "orrery_cpe_dictionary";

export interface DictionaryState {
  change: number;
  importedAt: Date | null;
  refreshedAt: Date | null;
  syncedTo: Date | null;
  window: RefreshWindow | null;
}

/** Takes the writer lock until the transaction ends, so that changes commit in the order of their numbers. */
async function lockForWriting(tx: Sql): Promise<void> {
  await tx.query("set local statement_timeout = 0");
  await tx.query("select pg_advisory_xact_lock($1)", [WRITER_LOCK_ID]);
  await tx.query("insert into cpe_dictionary default values on conflict do nothing");
}

async function dictionaryState(sql: Sql): Promise<DictionaryState> {
  const [row] = await sql.query<{
    change: number;
    importedAt: Date | null;
    refreshedAt: Date | null;
    syncedTo: Date | null;
    from: Date | null;
    to: Date | null;
    index: number | null;
    total: number | null;
  }>(
    `select change, imported_at as "importedAt", refreshed_at as "refreshedAt", synced_to as "syncedTo",
            window_from as "from", window_to as "to", window_index as "index", window_total as total
     from cpe_dictionary`,
  );
  if (!row) return { change: 0, importedAt: null, refreshedAt: null, syncedTo: null, window: null };
  const { from, to, index, total, ...state } = row;
  return { ...state, window: from && to ? { from, to, index: index ?? 0, total } : null };
}

async function nextChange(tx: Sql): Promise<number> {
  const [row] = await tx.query<{ change: number }>("update cpe_dictionary set change = change + 1 returning change");
  const change = row?.change ?? 0;
  await tx.query("select pg_notify($1, $2)", [CHANGE_CHANNEL, String(change)]);
  return change;
}

async function setWindow(tx: Sql, window: RefreshWindow): Promise<void> {
  await tx.query("update cpe_dictionary set window_from = $1, window_to = $2, window_index = $3, window_total = $4", [
    window.from,
    window.to,
    window.index,
    window.total,
  ]);
}

/** Closes a window that is imported completely. */
async function closeWindow(tx: Sql, to: Date, at: Date): Promise<void> {
  await tx.query(
    `update cpe_dictionary set synced_to = greatest(synced_to, $1), refreshed_at = $2,
       window_from = null, window_to = null, window_index = null, window_total = null`,
    [to, at],
  );
}

/**
 * Records the import of a dictionary as it was at `asOf`. A partial import only sets the start of the refresh if there
 * is none yet, since it says nothing about the rest.
 */
async function recordImport(tx: Sql, asOf: Date, isWhole: boolean, at: Date): Promise<void> {
  await tx.query(
    `update cpe_dictionary set imported_at = $3,
       synced_to = case when $2 then greatest(synced_to, $1) else coalesce(synced_to, $1) end`,
    [asOf, isWhole, at],
  );
}

async function startImport(sql: Sql, id: string, file: string): Promise<void> {
  await sql.query("insert into cpe_imports (id, file, state) values ($1, $2, 'running')", [id, file]);
}

type ImportProgress = Pick<ImportedFile, "entries" | "added" | "changed" | "refused"> & { problem?: string };

async function recordProgress(
  sql: Sql,
  id: string,
  state: "running" | "done" | "failed",
  { entries, added, changed, refused, problem }: ImportProgress,
): Promise<void> {
  await sql.query(
    `update cpe_imports set state = $2, entries = $3, added = $4, changed = $5, refused = $6, problem = $7,
       updated_at = now() where id = $1`,
    [id, state, entries, added, changed, refused, problem ?? null],
  );
}

async function dictionaryStatus(sql: Sql): Promise<DictionaryStatus> {
  const { window, ...state } = await dictionaryState(sql);
  const [counts] = await sql.query<{ entries: number; deprecated: number; pairs: number; unsettled: number }>(
    `select (select count(*) from cpe_entries) as entries,
            (select count(*) from cpe_entries where deprecated) as deprecated,
            (select count(*) from cpe_pairs) as pairs,
            (select count(*) from cpe_touched_pairs) as unsettled`,
  );
  if (!counts) throw new Error("a count has no row");
  const imports = await sql.query<DictionaryStatus["imports"][number] & { problem: string | null }>(
    `select file, entries, added, changed, refused, problem, started_at as "startedAt", updated_at as "updatedAt",
            case when state = 'running' and updated_at < now() - interval '2 minutes' then 'interrupted' else state end
              as status
     from cpe_imports order by started_at desc, id desc limit 10`,
  );
  return {
    ...counts,
    ...state,
    refresh: window && { from: window.from, to: window.to, fetched: window.index, total: window.total },
    imports: imports.map(({ problem, ...rest }) => (problem === null ? rest : { ...rest, problem })),
  };
}

/** The state of the dictionary and of its imports. */
export const dictionaryStore = {
  lockForWriting,
  dictionaryState,
  nextChange,
  setWindow,
  closeWindow,
  recordImport,
  startImport,
  recordProgress,
  dictionaryStatus,
};
