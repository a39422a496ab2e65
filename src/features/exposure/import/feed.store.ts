import type { RefreshWindow } from "../../../platform/nvd-copy/index.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { FeedKind, FeedStatus, ImportedFeed } from "./feed.model.ts";

/** Id of the advisory lock; any number that no other user of the database uses. */
const WRITER_LOCK_ID = 0x0_43_56_45;

export interface FeedState {
  change: number;
  importedAt: Date | null;
  refreshedAt: Date | null;
  syncedTo: Date | null;
  kevAsOf: Date | null;
  epssAsOf: Date | null;
  renamesOf: number;
  window: RefreshWindow | null;
}

const NO_STATE: FeedState = {
  change: 0,
  importedAt: null,
  refreshedAt: null,
  syncedTo: null,
  kevAsOf: null,
  epssAsOf: null,
  renamesOf: 0,
  window: null,
};

/** Takes the writer lock until the transaction ends, so that changes commit in the order of their numbers. */
async function lockForWriting(tx: Sql): Promise<void> {
  await tx.query("set local statement_timeout = 0");
  await tx.query("select pg_advisory_xact_lock($1)", [WRITER_LOCK_ID]);
  await tx.query("insert into cve_feed default values on conflict do nothing");
}

async function feedState(sql: Sql): Promise<FeedState> {
  const [row] = await sql.query<
    Omit<FeedState, "window"> & { from: Date | null; to: Date | null; index: number | null; total: number | null }
  >(
    `select change, imported_at as "importedAt", refreshed_at as "refreshedAt", synced_to as "syncedTo",
            kev_as_of as "kevAsOf", epss_as_of as "epssAsOf", renames_of as "renamesOf",
            window_from as "from", window_to as "to", window_index as "index", window_total as total
     from cve_feed`,
  );
  if (!row) return NO_STATE;
  const { from, to, index, total, ...state } = row;
  return { ...state, window: from && to ? { from, to, index: index ?? 0, total } : null };
}

/** The number of a new change; the caller holds the writer lock. */
async function nextChange(tx: Sql): Promise<number> {
  const [row] = await tx.query<{ change: number }>("update cve_feed set change = change + 1 returning change");
  return row?.change ?? 0;
}

async function setWindow(tx: Sql, { from, to, index, total }: RefreshWindow): Promise<void> {
  await tx.query("update cve_feed set window_from = $1, window_to = $2, window_index = $3, window_total = $4", [
    from,
    to,
    index,
    total,
  ]);
}

/** Closes a window that is imported completely. */
async function closeWindow(tx: Sql, to: Date, at: Date): Promise<void> {
  await tx.query(
    `update cve_feed set synced_to = greatest(synced_to, $1), refreshed_at = $2,
       window_from = null, window_to = null, window_index = null, window_total = null`,
    [to, at],
  );
}

/** Records an import of the feed as it was at `asOf`; a partial one only sets the start of the refresh if there is none. */
async function recordImport(tx: Sql, asOf: Date, isWhole: boolean, at: Date): Promise<void> {
  await tx.query(
    `update cve_feed set imported_at = $3,
       synced_to = case when $2 then greatest(synced_to, $1) else coalesce(synced_to, $1) end`,
    [asOf, isWhole, at],
  );
}

async function startImport(sql: Sql, id: string, file: string, kind: FeedKind): Promise<void> {
  await sql.query("insert into cve_imports (id, file, kind, state) values ($1, $2, $3, 'running')", [id, file, kind]);
}

async function recordProgress(
  sql: Sql,
  id: string,
  state: "running" | "done" | "failed",
  { entries, added, changed, refused, problem }: Omit<ImportedFeed, "file" | "kind" | "status">,
): Promise<void> {
  await sql.query(
    `update cve_imports set state = $2, entries = $3, added = $4, changed = $5, refused = $6, problem = $7,
       updated_at = now() where id = $1`,
    [id, state, entries, added, changed, refused, problem ?? null],
  );
}

async function feedStatus(sql: Sql): Promise<FeedStatus> {
  const { window, renamesOf: _, ...state } = await feedState(sql);
  const [counts] = await sql.query<
    Pick<FeedStatus, "cves" | "rejected" | "products" | "kev" | "epss" | "vendorStatements">
  >(
    `select (select count(*) from cve_records) as cves,
            (select count(*) from cve_records where rejected) as rejected,
            (select count(distinct product_key) from cve_products where vulnerable) as products,
            (select count(*) from kev_entries) as kev,
            (select count(*) from epss_scores) as epss,
            (select count(*) from vendor_statements) as "vendorStatements"`,
  );
  if (!counts) throw new Error("a count has no row");
  const imports = await sql.query<FeedStatus["imports"][number] & { problem: string | null }>(
    `select file, kind, entries, added, changed, refused, problem, started_at as "startedAt", updated_at as "updatedAt",
            case when state = 'running' and updated_at < now() - interval '2 minutes' then 'interrupted' else state end
              as status
     from cve_imports order by started_at desc, id desc limit 10`,
  );
  return {
    ...counts,
    ...state,
    refresh: window && { from: window.from, to: window.to, fetched: window.index, total: window.total },
    imports: imports.map(({ problem, ...rest }) => (problem === null ? rest : { ...rest, problem })),
  };
}

/** The state of the imported vulnerabilities and of their imports. */
export const feedStore = {
  lockForWriting,
  feedState,
  nextChange,
  setWindow,
  closeWindow,
  recordImport,
  startImport,
  recordProgress,
  feedStatus,
};
