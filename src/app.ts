import type { Config } from "./config.ts";
import type { FirstAdministrator } from "./features/access/index.ts";
import { BackupError } from "./features/backup/index.ts";
import { createFeatures, type FeatureOptions } from "./features.ts";
import { createHttp } from "./http.ts";
import { createLifecycle } from "./lifecycle.ts";
import { migrateGraph } from "./platform/graph/migrate.ts";
import { newId } from "./platform/ids.ts";
import { migratePostgres, withMigrationLock } from "./platform/postgres/migrate.ts";
import { createPlatform, type PlatformDeps } from "./platform.ts";

export interface AppDeps extends PlatformDeps, FeatureOptions {
  /** Longest that a caller waits for a store, in milliseconds; default `DEFAULT_DEADLINE_MS`. */
  deadlineMs?: number;
  /** Base of absolute addresses if none is configured: the listener's address, known once it listens. */
  origin?: () => string;
}

export type App = ReturnType<typeof createApp>;

/**
 * Composes the application: the platform, the features, the two variants, the lifecycle. Creates connection pools, and
 * does nothing else before a method is called.
 */
export function createApp(config: Config, { deadlineMs, origin, passwords, knowledge, ...deps }: AppDeps) {
  const platform = createPlatform(config, deps);
  const { all, parts } = createFeatures(platform, config, { passwords, knowledge });
  const { graph, postgres, changes, jobs, owedWork, relay, model, rateCounts, log } = platform;
  for (const { feature } of all) {
    jobs.expect(feature.jobRefs ?? []);
    jobs.define(feature.jobs ?? []);
    owedWork.add(feature.owedWork ?? []);
    changes.subscribe(feature.consumers ?? {});
  }
  const { access, backup, ci } = parts;
  const { authenticator } = access;
  const { flushLog, ...served } = createHttp(platform, { config, features: all, authenticator, deadlineMs, origin });
  const lifecycle = createLifecycle({ features: all, jobs, owedWork, relay, log, close: platform.close });

  /** Migrates both stores to the schema of this version, one process at a time. Returns the applied migrations. */
  const migrate = () =>
    withMigrationLock(postgres, async () => ({
      postgres: await migratePostgres(postgres, log),
      graph: await migrateGraph(graph, log),
    }));

  return {
    graph,
    postgres,
    jobs,
    relay,
    model,
    ...parts,
    ...served,
    migrate,
    startWork: lifecycle.startWork,
    stopWork: lifecycle.stopWork,

    /**
     * Prepares the stores: schema, first tenant and administrator, signing key. Returns a new administrator.
     * Throws BackupError after an interrupted restore, ConfigError if the stores belong to another secret.
     */
    async prepare(): Promise<FirstAdministrator | undefined> {
      await migrate();
      const interrupted = await backup.interruptedRestore();
      if (interrupted !== undefined) {
        throw new BackupError(`A restore of the backup ${interrupted} was cut short: run \`orrery restore\` again`);
      }
      const administrator = await access.ensureFirstAdministrator();
      await lifecycle.prepare();
      return administrator;
    },

    /** Runs the reads and writes of the first requests once, before the server answers. Leaves no data behind. */
    async warmUp(): Promise<void> {
      await rateCounts.count([]);
      await ci.warmUp(newId());
    },

    /**
     * Runs the first queries for causes, impact and maps in sequence: planning them takes longer than a request may.
     * Stops when the signal is aborted.
     */
    planAhead: (signal: AbortSignal): Promise<void> => lifecycle.planAhead(newId(), signal),

    /** Closes the stores. */
    async close(): Promise<void> {
      flushLog();
      await lifecycle.close();
    },
  };
}
