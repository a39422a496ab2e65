import type { Clock } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { recordAudit } from "../audit/index.ts";
import { createSettingsVerbs, type SettingsVerbs } from "./change-settings.ts";
import type { Settings } from "./settings.model.ts";
import { settingsV1Routes } from "./settings.v1.ts";
import { createSettingsCache } from "./settings-cache.ts";

export type { SettingsVerbs } from "./change-settings.ts";
export { DEFAULT_SETTINGS, type Settings } from "./settings.model.ts";

export interface TenantSettings {
  verbs: SettingsVerbs;
  routes: { v1: Route[] };
  /** For jobs and other code that can wait: correct also in a process without a started cache. */
  of(tenantId: string): Promise<Settings>;
  /** For synchronous code: at most five seconds behind a change by another process. The defaults before `prepare`. */
  current(tenantId: string): Settings;
  /** Whether the tenant accepts an API key in the query; read for each request that has one there. */
  apiKeyInQuery(tenantId: string): boolean;
  prepare(): Promise<void>;
  stop(): Promise<void>;
}

export interface SettingsDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  /** Interval in milliseconds at which changes are read whose notification was lost; default 3,000. */
  reloadMs?: number;
}

/** The settings of each tenant, cached in every process. */
export function createTenantSettings(deps: SettingsDeps): TenantSettings {
  const cache = createSettingsCache(deps);
  const verbs = createSettingsVerbs({ ...deps, recordAudit, onChanged: cache.put });
  return {
    verbs,
    routes: { v1: settingsV1Routes(verbs) },
    of: (tenantId) => cache.of(tenantId),
    current: (tenantId) => cache.current(tenantId),
    apiKeyInQuery: (tenantId) => cache.current(tenantId).api_key_in_query,
    prepare: () => cache.start(),
    stop: () => cache.stop(),
  };
}
