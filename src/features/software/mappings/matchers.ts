import type { Logger } from "../../../platform/log.ts";
import { trimOldest } from "../../../platform/oldest.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { createTenantWatch } from "../../../platform/tenant-watch.ts";
import { createSlices, loadMappingMatcher, type MappingMatcher } from "../engine/index.ts";
import type { BuiltInCatalogue } from "./built-in.ts";
import { type CatalogueMapping, toMatchable } from "./mapping.model.ts";
import { MAPPINGS_CHANNEL, mappingsStore } from "./mappings.store.ts";

export interface TenantMatchers {
  of(tenantId: string): Promise<MappingMatcher<CatalogueMapping>>;
  /** Drops the tenant's cached matcher. */
  invalidate(tenantId: string): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface MatchersDeps {
  postgres: Postgres;
  log: Logger;
  builtIn: () => BuiltInCatalogue;
  /** Maximum number of cached tenants; default 200. */
  maxTenants?: number | undefined;
  /** Milliseconds between two polls for changes whose notification was lost; default 3,000. */
  reloadMs?: number | undefined;
}

interface CachedMatcher {
  version: number;
  matcher: MappingMatcher<CatalogueMapping>;
}

/**
 * A cache of matchers of the most recently used tenants over the shared built-in one. After `start`, a notification
 * announces a change, or a poll within `reloadMs` if it is lost; before, each call reads the version.
 */
export function createTenantMatchers(deps: MatchersDeps): TenantMatchers {
  const { postgres, log, builtIn, maxTenants = 200, reloadMs } = deps;
  const cache = new Map<string, Promise<CachedMatcher>>();
  let started = false;
  // One for all tenants: the patterns of several must not hold up the process together.
  const slices = createSlices();

  const versionOf = async (tenantId: string) => (await mappingsStore.versions(postgres, [tenantId])).get(tenantId) ?? 0;

  // Reads the version first: a write in between is then read twice rather than missed.
  const load = async (tenantId: string): Promise<CachedMatcher> => {
    const version = await versionOf(tenantId);
    const own = version === 0 ? [] : (await mappingsStore.active(postgres, tenantId)).map(toMatchable);
    const base = builtIn().matcher;
    return { version, matcher: own.length === 0 ? base : await loadMappingMatcher(own, base, slices) };
  };

  const loadIntoCache = (tenantId: string): Promise<CachedMatcher> => {
    const loading = load(tenantId);
    cache.set(tenantId, loading);
    trimOldest(cache, maxTenants);
    loading.catch(() => {
      if (cache.get(tenantId) === loading) cache.delete(tenantId);
    });
    return loading;
  };

  const dropOutdated = async () => {
    const tenantIds = [...cache.keys()];
    if (tenantIds.length === 0) return;
    const known = new Map(cache);
    const versions = await mappingsStore.versions(postgres, tenantIds);
    for (const [tenantId, holding] of known) {
      const { version } = await holding;
      if (version !== (versions.get(tenantId) ?? 0) && cache.get(tenantId) === holding) cache.delete(tenantId);
    }
  };

  const watch = createTenantWatch({
    postgres,
    log,
    channel: MAPPINGS_CHANNEL,
    onNotify: (tenantId) => void cache.delete(tenantId),
    reload: dropOutdated,
    reloadMs,
    failure: "software mappings could not be compared; known ones stay",
  });

  return {
    async of(tenantId) {
      const holding = cache.get(tenantId);
      if (!holding) return (await loadIntoCache(tenantId)).matcher;
      const current = started || (await holding).version === (await versionOf(tenantId));
      if (!current) return (await loadIntoCache(tenantId)).matcher;
      cache.delete(tenantId);
      cache.set(tenantId, holding);
      return (await holding).matcher;
    },

    invalidate: (tenantId) => void cache.delete(tenantId),

    async start() {
      if (started) return;
      await watch.start();
      // Mappings loaded before may have changed without a notification.
      cache.clear();
      started = true;
    },

    async stop() {
      if (!started) return;
      started = false;
      await watch.stop();
    },
  };
}
