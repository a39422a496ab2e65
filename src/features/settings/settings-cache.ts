import { coerceError } from "../../errors.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { createTenantWatch } from "../../platform/tenant-watch.ts";
import { DEFAULT_SETTINGS, effective, type Settings } from "./settings.model.ts";
import { SETTINGS_CHANNEL, type SettingsRow, settingsStore } from "./settings.store.ts";

export interface SettingsCache {
  /** As they were a moment ago. Before `start` only the defaults are known. */
  current(tenantId: string): Settings;
  /** From memory once started, else from the store. */
  of(tenantId: string): Promise<Settings>;
  /** What this process has just written. */
  put(row: SettingsRow): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const FAILURE = "settings could not be read again; those known stay in force";

/**
 * The settings of every tenant that has set any, in memory, since the way in asks for them with each request. A change by
 * another process is known here at once by its notification, and within five seconds if that is lost.
 */
export function createSettingsCache({ postgres, log, reloadMs }: CacheDeps): SettingsCache {
  const known = new Map<string, { settings: Settings; version: number }>();
  let started = false;

  const put = ({ tenantId, settings, version }: SettingsRow) => {
    if (version < (known.get(tenantId)?.version ?? 0)) return;
    known.set(tenantId, { settings: effective(settings), version });
  };

  const refresh = async (tenantId: string) => {
    const row = await settingsStore.find(postgres, tenantId);
    if (row) put(row);
    else known.delete(tenantId);
  };

  const reload = async () => {
    const versions = new Map(
      (await settingsStore.versions(postgres)).map(({ tenantId, version }) => [tenantId, version]),
    );
    for (const tenantId of known.keys()) if (!versions.has(tenantId)) known.delete(tenantId);
    for (const [tenantId, version] of versions) {
      if (known.get(tenantId)?.version !== version) await refresh(tenantId);
    }
  };

  const onNotify = (tenantId: string) => {
    refresh(tenantId).catch((error: unknown) => log.warn({ err: coerceError(error) }, FAILURE));
  };

  const watch = createTenantWatch({
    postgres,
    log,
    channel: SETTINGS_CHANNEL,
    onNotify,
    reload,
    reloadMs,
    failure: FAILURE,
  });

  return {
    put,
    current: (tenantId) => known.get(tenantId)?.settings ?? DEFAULT_SETTINGS,

    async of(tenantId) {
      if (started) return this.current(tenantId);
      return effective((await settingsStore.find(postgres, tenantId))?.settings ?? {});
    },

    async start() {
      if (started) return;
      for (const row of await settingsStore.all(postgres)) put(row);
      started = true;
      await watch.start();
    },

    async stop() {
      if (!started) return;
      started = false;
      await watch.stop();
    },
  };
}

export interface CacheDeps {
  postgres: Postgres;
  log: Logger;
  /** Milliseconds between two looks for changes whose notification was lost. */
  reloadMs?: number | undefined;
}
