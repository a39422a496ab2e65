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
  /** Longest that a caller waits for a store, in milliseconds; what HTTP does by default where it is not given. */
  deadlineMs?: number;
  /** Base of absolute addresses where none is configured: that of the listener, known once it listens. */
  origin?: () => string;
}

export type App = ReturnType<typeof createApp>;

/**
 * Everything there is, put together: the platform, the features, the two variants, the lifecycle. Nothing happens before a
 * method is called, except that connections are pooled.
 */
export function createApp(config: Config, { deadlineMs, origin, passwords, knowledge, ...deps }: AppDeps) {
  const platform = createPlatform(config, deps);
  const { all, parts } = createFeatures(platform, config, { passwords, knowledge });
  const { graph, postgres, changes, jobs, relay, model, rateCounts, log } = platform;
  for (const { feature } of all) {
    jobs.expect(feature.jobRefs ?? []);
    jobs.define(feature.jobs ?? []);
    changes.subscribe(feature.consumers ?? {});
  }
  const { access, backup, ci } = parts;
  const { authenticator } = access;
  const { http, mounts, flushLog } = createHttp(platform, { config, features: all, authenticator, deadlineMs, origin });
  const lifecycle = createLifecycle({ features: all, jobs, relay, log, close: platform.close });

  /** Brings both stores to the schema of this version; one process at a time. Answers what was applied. */
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
    http,
    mounts,
    migrate,
    startWork: lifecycle.startWork,
    stopWork: lifecycle.stopWork,

    /**
     * Makes the stores ready for use: schema, first tenant and administrator, signing key. Answers who was made.
     * Throws BackupError where a restore was cut short, ConfigError where the secret is another.
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

    /** Reads and writes as the first callers will: briefly, before anybody is answered. Nothing stays. */
    async warmUp(): Promise<void> {
      await rateCounts.count([]);
      await ci.warmUp(newId());
    },

    /**
     * Reads as whoever asks for causes, impact and maps first will: planning these takes longer than a request may. One
     * after the other, and no further once the signal says so.
     */
    planAhead: (signal: AbortSignal): Promise<void> => lifecycle.planAhead(newId(), signal),

    /** Closes the stores. */
    async close(): Promise<void> {
      flushLog();
      await lifecycle.close();
    },
  };
}
