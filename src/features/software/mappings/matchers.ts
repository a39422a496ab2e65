import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { createTenantWatch } from "../../../platform/tenant-watch.ts";
import { createMappingMatcher, type MappingMatcher } from "../engine/index.ts";
import type { BuiltInCatalogue } from "./built-in.ts";
import { type CatalogueMapping, toMatchable } from "./mapping.model.ts";
import { MAPPINGS_CHANNEL, mappingsStore } from "./mappings.store.ts";

export interface TenantMatchers {
  of(tenantId: string): Promise<MappingMatcher<CatalogueMapping>>;
  /** What this process knows of the tenant is out of date. */
  invalidate(tenantId: string): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface MatchersDeps {
  postgres: Postgres;
  log: Logger;
  builtIn: () => BuiltInCatalogue;
  /** Tenants held in memory; default 200. */
  maxTenants?: number | undefined;
  /** Milliseconds between two looks for changes whose notification was lost; default 3,000. */
  reloadMs?: number | undefined;
}

interface CachedMatcher {
  version: number;
  matcher: MappingMatcher<CatalogueMapping>;
}

/**
 * Matchers of the tenants that were asked for last, the built-in one shared beneath. Once started, a change is known by
 * its notification, or within `reloadMs` if that is lost; before, the version is asked for each time.
 */
export function createTenantMatchers(deps: MatchersDeps): TenantMatchers {
  const { postgres, log, builtIn, maxTenants = 200, reloadMs } = deps;
  const cache = new Map<string, Promise<CachedMatcher>>();
  let started = false;

  const versionOf = async (tenantId: string) => (await mappingsStore.versions(postgres, [tenantId])).get(tenantId) ?? 0;

  // The version is read first: what is written in between is read twice rather than missed.
  const load = async (tenantId: string): Promise<CachedMatcher> => {
    const version = await versionOf(tenantId);
    const own = version === 0 ? [] : (await mappingsStore.active(postgres, tenantId)).map(toMatchable);
    const base = builtIn().matcher;
    return { version, matcher: own.length === 0 ? base : createMappingMatcher(own, base) };
  };

  const loadIntoCache = (tenantId: string): Promise<CachedMatcher> => {
    const loading = load(tenantId);
    cache.set(tenantId, loading);
    for (const oldest of cache.keys()) {
      if (cache.size <= maxTenants) break;
      cache.delete(oldest);
    }
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
      // Whatever was loaded before may have changed unheard.
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
