import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { backupGraphWrites } from "./backup.graph.store.ts";
import { type CreateBackup, createCreateBackup } from "./create-backup.ts";
import { createRestoreBackup, type RestoreBackup } from "./restore-backup.ts";

export { BackupError } from "./backup-error.ts";
export type { CreateBackup } from "./create-backup.ts";
export type { RestoreBackup, SkippedJobs } from "./restore-backup.ts";

export interface BackupDeps {
  graph: Graph;
  postgres: Postgres;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
  /** The root secret of this installation. */
  secret: string;
}

export interface Backup {
  create: CreateBackup;
  restore: RestoreBackup;
  /** Id of the backup whose restore was interrupted: until it is repeated, the stores hold a part of it. */
  interruptedRestore(): Promise<string | undefined>;
}

/** Logical backup of both stores to a folder, and its restore. */
export function createBackup(deps: BackupDeps): Backup {
  return {
    create: createCreateBackup(deps),
    restore: createRestoreBackup(deps),
    interruptedRestore: () => backupGraphWrites.restoration(deps.graph),
  };
}
