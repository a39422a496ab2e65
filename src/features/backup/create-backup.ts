import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { appliedGraphMigrations } from "../../platform/graph/migrate.ts";
import { newId } from "../../platform/ids.ts";
import { pendingJobsStatement } from "../../platform/jobs/pending-jobs.ts";
import { appliedPostgresMigrations } from "../../platform/postgres/migrate.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { BackupError } from "./backup-error.ts";
import { copyGraph } from "./copy-graph.ts";
import { FORMAT, FORMAT_VERSION, filesOf, type Manifest, secretCheck, writeManifest } from "./manifest.ts";
import { postgresStore, stream, type Table } from "./postgres.store.ts";
import { createRecordWriter, type WrittenFile } from "./record-files.ts";

export interface CreateBackupDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  /** The root secret that the copied keys and tokens are sealed under. It is not part of the backup. */
  secret: string;
}

export interface BackupResult {
  id: string;
  files: number;
  records: number;
}

export type CreateBackup = (folder: string) => Promise<BackupResult>;

/** Marker file of a folder whose backup is in progress or was interrupted. */
const UNFINISHED = "unfinished";

/**
 * Copies a consistent snapshot of both stores into a folder: the graph, every table, and the pending jobs. While writers
 * are locked out it reads the last changes of the graph and takes the snapshot of Postgres, so that both stores match.
 * Later commits are not part of it. Memory stays bounded. Throws BackupError for a folder with other content, and for
 * stores that have no schema yet.
 */
export function createCreateBackup(deps: CreateBackupDeps): CreateBackup {
  const { graph, postgres } = deps;
  return async (folder) => {
    // No migration here: a backup before an upgrade must not be the upgrade.
    if (!(await postgresStore.hasSchema(postgres))) throw new BackupError("There is nothing to back up: no start yet");
    const [inPostgres, inGraph] = [await appliedPostgresMigrations(postgres), await appliedGraphMigrations(graph)];
    await prepareFolder(folder);
    const manifest = await postgres.transaction(async (tx): Promise<Manifest> => {
      await postgresStore.useSnapshotIsolation(tx);
      await postgresStore.useNeutralFormats(tx);
      const copied = await copyGraph({ graph, postgres, folder, onSnapshot: () => postgresStore.takeSnapshot(tx) });
      return {
        format: FORMAT,
        version: FORMAT_VERSION,
        id: newId(),
        created_at: isoNow(deps.clock),
        secret: secretCheck(deps.secret),
        postgres: {
          migrations: [...inPostgres].sort(),
          tables: await copyTables(tx, folder),
          sequences: await postgresStore.sequences(tx),
        },
        graph: { migrations: [...inGraph].sort(), ...copied },
        jobs: await copyJobs(tx, folder),
      };
    });
    await writeManifest(folder, manifest);
    await rm(path.join(folder, UNFINISHED));
    const files = filesOf(manifest);
    return { id: manifest.id, files: files.length, records: files.reduce((sum, file) => sum + file.records, 0) };
  };
}

/** Prepares an empty folder: a new one, or one with the rest of an interrupted backup. */
async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  if (names.length > 0 && !names.includes(UNFINISHED)) {
    throw new BackupError(`${folder} is not empty: name a new folder`);
  }
  await writeFile(path.join(folder, UNFINISHED), "A backup is being written here, or was cut short.\n", {
    mode: 0o600,
  });
  for (const name of ["graph", "postgres", "jobs.ndjson.gz", "manifest.json", "manifest.json.draft"]) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

async function copyTables(tx: Sql, folder: string): Promise<Manifest["postgres"]["tables"]> {
  const entries: Manifest["postgres"]["tables"] = [];
  for (const table of await postgresStore.tables(tx, { loggedOnly: true })) {
    const columns = table.columns.map(({ name }) => name);
    entries.push({ name: table.name, columns, ...(await copyTable(tx, folder, table)) });
  }
  return entries;
}

function copyTable(tx: Sql, folder: string, table: Table): Promise<WrittenFile> {
  return copyRows(postgresStore.rows(tx, table), folder, `postgres/${table.name}.ndjson.gz`);
}

async function copyJobs(tx: Sql, folder: string): Promise<WrittenFile> {
  const statement = await pendingJobsStatement(tx);
  return copyRows(statement === undefined ? [] : stream(tx, statement), folder, "jobs.ndjson.gz");
}

async function copyRows(rows: AsyncIterable<string> | string[], folder: string, file: string): Promise<WrittenFile> {
  const writer = await createRecordWriter(folder, file);
  try {
    for await (const row of rows) await writer.writeText(row);
  } catch (error) {
    await writer.close();
    throw error;
  }
  return writer.close();
}
