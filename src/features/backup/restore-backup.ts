import { AppError, coerceError } from "../../errors.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { graphMigrations, migrateGraph } from "../../platform/graph/migrate.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { pendingJobSchema } from "../../platform/jobs/pending-jobs.ts";
import type { Logger } from "../../platform/log.ts";
import { migratePostgres, postgresMigrations, withMigrationLock } from "../../platform/postgres/migrate.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { backupGraphWrites } from "./backup.graph.store.ts";
import { BackupError } from "./backup-error.ts";
import { isSameSecret, type Manifest, readManifest, type TableEntry, verifyFiles } from "./manifest.ts";
import { postgresStore, type Table } from "./postgres.store.ts";
import { readRecordTexts } from "./record-files.ts";
import { restoreGraph } from "./restore-graph.ts";

export interface RestoreBackupDeps {
  graph: Graph;
  postgres: Postgres;
  jobs: Jobs;
  log: Logger;
  /** The root secret of this installation. */
  secret: string;
}

export interface RestoreOptions {
  /** Deletes the content of the stores first. */
  force?: boolean;
}

export interface RestoreResult {
  /** ISO 8601: time of the backup. */
  createdAt: string;
  cis: number;
  relationships: number;
  rows: number;
  jobs: number;
  /** Jobs of the backup that this Orrery cannot send: of an unknown kind, or with a payload of another shape. */
  skippedJobs: SkippedJobs[];
}

export interface SkippedJobs {
  name: string;
  jobs: number;
  /** Of the first of them. */
  reason: string;
}

export type RestoreBackup = (folder: string, options?: RestoreOptions) => Promise<RestoreResult>;

const BATCH = 1_000;

/**
 * Restores a backup. Before any write it verifies every file's checksum, the secret and the schema, and that the stores are
 * empty unless `force` is set. An interrupted restore leaves a marker: no service starts while it exists, and the same
 * backup may be restored again. Throws BackupError with the reason why a restore is impossible.
 */
export function createRestoreBackup(deps: RestoreBackupDeps): RestoreBackup {
  const { graph, postgres, log } = deps;
  return async (folder, { force = false } = {}) => {
    const manifest = await readManifest(folder);
    checkSecret(manifest, deps.secret);
    checkSchema(manifest);
    await verifyFiles(folder, manifest);
    return withMigrationLock(postgres, async () => {
      if ((await postgresStore.servingProcesses(postgres)) > 0) {
        throw new BackupError("A service is running on these stores: stop it, then restore");
      }
      await migrateGraph(graph, log);
      await emptyStores(deps, manifest, force);
      await backupGraphWrites.begin(graph, manifest.id);
      const { cis, relationships } = await restoreGraph(graph, folder, manifest.graph);
      const rows = await restorePostgres(deps, folder, manifest);
      await applyLaterMigrations(deps, manifest);
      const { sent, skipped } = await restoreJobs(deps, folder, manifest.jobs.file);
      await backupGraphWrites.end(graph);
      const createdAt = manifest.created_at;
      return { createdAt, cis, relationships, rows, jobs: sent, skippedJobs: skipped };
    });
  };
}

function checkSecret({ secret }: Manifest, ownSecret: string): void {
  if (isSameSecret(ownSecret, secret)) return;
  throw new BackupError(
    "The backup was made under another ORRERY_SECRET, without which its keys and tokens cannot be opened: " +
      "set ORRERY_SECRET to that of the service it came from (embedded stores keep it in the file `secret` of ORRERY_HOME)",
  );
}

/** Throws for a backup of a later Orrery. One of an older Orrery gets the later migrations. */
function checkSchema({ postgres, graph }: Manifest): void {
  const known = new Set([...postgresMigrations(), ...graphMigrations()].map(({ name }) => name));
  const unknown = [...postgres.migrations, ...graph.migrations].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new BackupError(`The backup comes from a later Orrery: ${unknown} is not known here`);
}

/** Empties the stores if `force` is set. Throws if they hold data and `force` is not set. */
async function emptyStores({ graph, postgres }: RestoreBackupDeps, manifest: Manifest, force: boolean): Promise<void> {
  const isResumed = (await backupGraphWrites.restoration(graph)) === manifest.id;
  if (!force && !isResumed) {
    const filled = await firstFilledTable(postgres);
    if (filled !== undefined || (await backupGraphWrites.isOccupied(graph))) {
      throw new BackupError(
        `The stores are not empty (${filled ? `table ${filled} has rows` : "the graph has nodes"}): ` +
          "restore into new ones, or let --force remove everything that they hold",
      );
    }
  }
  if (force && !isResumed) {
    // The marker first: from here on the stores match neither their old state nor the backup.
    await backupGraphWrites.begin(graph, manifest.id);
    await backupGraphWrites.wipe(graph);
  }
}

async function firstFilledTable(sql: Sql): Promise<string | undefined> {
  for (const table of await postgresStore.tables(sql, { loggedOnly: true })) {
    if (!(await postgresStore.isEmpty(sql, table))) return table.name;
  }
  return undefined;
}

/** Creates the schema of the backup's version, then fills every table in one transaction. Returns the number of rows. */
async function restorePostgres(deps: RestoreBackupDeps, folder: string, manifest: Manifest): Promise<number> {
  const { postgres, log } = deps;
  const names = new Set(manifest.postgres.migrations);
  await postgres.transaction(async (tx) => postgresStore.drop(tx, await postgresStore.tables(tx)));
  await migratePostgres(postgres, log, (migration) => names.has(migration.name));
  return postgres.transaction(async (tx) => {
    await tx.query("set local statement_timeout = 0");
    await postgresStore.useNeutralFormats(tx);
    const tables = await postgresStore.tables(tx);
    await postgresStore.clear(tx, tables);
    const entries = new Map(manifest.postgres.tables.map((entry) => [entry.name, entry]));
    let rows = 0;
    for (const table of tables) {
      const entry = entries.get(table.name);
      entries.delete(table.name);
      if (entry) rows += await restoreTable(tx, folder, table, entry);
    }
    const [unknown] = entries.keys();
    if (unknown !== undefined) throw new BackupError(`The backup holds a table ${unknown}, which there is not`);
    await clearUnlogged(tx, tables);
    const sequences = new Set((await postgresStore.allSequences(tx)).map(({ name }) => name));
    for (const { name, last_value } of manifest.postgres.sequences) {
      if (sequences.has(name)) await postgresStore.setSequence(tx, name, last_value);
    }
    return rows;
  });
}

/** Empties the tables that no backup holds: triggers wrote to them for restored rows, which are no news. */
async function clearUnlogged(tx: Sql, tables: readonly Table[]): Promise<void> {
  const logged = new Set((await postgresStore.tables(tx, { loggedOnly: true })).map(({ name }) => name));
  await postgresStore.clear(
    tx,
    tables.filter(({ name }) => !logged.has(name)),
  );
}

async function restoreTable(tx: Sql, folder: string, table: Table, entry: TableEntry): Promise<number> {
  const missing = entry.columns.find((name) => !table.columns.some((column) => column.name === name));
  if (missing !== undefined) throw new BackupError(`The table ${table.name} has no column ${missing} here`);
  let rows = 0;
  for await (const texts of readRecordTexts(folder, entry.file, BATCH)) {
    await postgresStore.insert(tx, table, entry.columns, texts);
    rows += texts.length;
  }
  return rows;
}

/** Applies migrations that are later than the backup. */
async function applyLaterMigrations(deps: RestoreBackupDeps, manifest: Manifest): Promise<void> {
  const { graph, postgres, log } = deps;
  await migratePostgres(postgres, log);
  const migrationsOfBackup = new Set(manifest.graph.migrations);
  const laterMigrations = graphMigrations().flatMap(({ name }) => (migrationsOfBackup.has(name) ? [] : [name]));
  await backupGraphWrites.unrecordMigrations(graph, laterMigrations);
  await migrateGraph(graph, log);
}

/** Sends the pending jobs of the backup again, and counts those that this Orrery cannot send. */
async function restoreJobs(
  { jobs, log }: RestoreBackupDeps,
  folder: string,
  file: string,
): Promise<{ sent: number; skipped: SkippedJobs[] }> {
  let sent = 0;
  const skipped = new Map<string, SkippedJobs>();
  const skip = (name: string, error: unknown) => {
    const first = skipped.get(name) ?? { name, jobs: 0, reason: coerceError(error).message.split("\n")[0] ?? "" };
    skipped.set(name, { ...first, jobs: first.jobs + 1 });
    log.debug({ err: error, job: name }, "a job of the backup cannot be sent");
  };
  await jobs.start({ work: false });
  try {
    for await (const texts of readRecordTexts(folder, file, BATCH)) {
      for (const text of texts) {
        const record = JSON.parse(text) as { name?: unknown };
        try {
          const { name, data, start_after } = pendingJobSchema.parse(record);
          const delaySeconds = Math.ceil((Date.parse(start_after) - Date.now()) / 1_000);
          await jobs.resend(name, data, delaySeconds > 0 ? { startAfterSeconds: delaySeconds } : {});
          sent++;
        } catch (error) {
          if (error instanceof AppError) throw error;
          skip(String(record.name ?? "?"), error);
        }
      }
    }
  } finally {
    await jobs.stop(5_000);
  }
  return { sent, skipped: [...skipped.values()] };
}
