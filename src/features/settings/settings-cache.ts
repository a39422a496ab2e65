import { coerceError } from "../../errors.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { createTenantWatch } from "../../platform/tenant-watch.ts";
import { DEFAULT_SETTINGS, effective, type Settings } from "./settings.model.ts";
import { SETTINGS_CHANNEL, type SettingsRow, settingsStore } from "./settings.store.ts";

export interface SettingsCache {
  /** The cached settings; the defaults before `start`. */
  current(tenantId: string): Settings;
  /** From the cache once started, else from the store. */
  of(tenantId: string): Promise<Settings>;
  /** Caches a row that this process has just written. */
  put(row: SettingsRow): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const FAILURE = "reading changed settings failed; the cached settings stay in use";

/**
 * In-memory cache of the settings of every tenant that has set any, since authentication reads them with each request.
 * A change by another process arrives at once by notification, and within five seconds if that is lost.
 */
export function createSettingsCache({ postgres, log, reloadMs }: CacheDeps): SettingsCache {
  const cache = new Map<string, { settings: Settings; version: number }>();
  let started = false;

  const put = ({ tenantId, settings, version }: SettingsRow) => {
    if (version < (cache.get(tenantId)?.version ?? 0)) return;
    cache.set(tenantId, { settings: effective(settings), version });
  };

  const refresh = async (tenantId: string) => {
    const row = await settingsStore.find(postgres, tenantId);
    if (row) put(row);
    else cache.delete(tenantId);
  };

  const reload = async () => {
    const versions = new Map(
      (await settingsStore.versions(postgres)).map(({ tenantId, version }) => [tenantId, version]),
    );
    for (const tenantId of cache.keys()) if (!versions.has(tenantId)) cache.delete(tenantId);
    for (const [tenantId, version] of versions) {
      if (cache.get(tenantId)?.version !== version) await refresh(tenantId);
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
    current: (tenantId) => cache.get(tenantId)?.settings ?? DEFAULT_SETTINGS,

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
  /** Interval in milliseconds at which changes are read whose notification was lost. */
  reloadMs?: number | undefined;
}
