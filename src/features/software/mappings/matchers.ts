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
  forget(tenantId: string): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface MatchersDeps {
  postgres: Postgres;
  log: Logger;
  builtIn: () => BuiltInCatalogue;
  /** Tenants held in memory; default 200. */
  mostTenants?: number | undefined;
  /** Milliseconds between two looks for changes whose notification was lost; default 3,000. */
  reloadMs?: number | undefined;
}

interface Held {
  version: number;
  matcher: MappingMatcher<CatalogueMapping>;
}

/**
 * Matchers of the tenants that were asked for last, the built-in one shared beneath. Once started, a change is known by
 * its notification, or within `reloadMs` if that is lost; before, the version is asked for each time.
 */
export function createTenantMatchers(deps: MatchersDeps): TenantMatchers {
  const { postgres, log, builtIn, mostTenants = 200, reloadMs } = deps;
  const held = new Map<string, Promise<Held>>();
  let started = false;

  const versionOf = async (tenantId: string) => (await mappingsStore.versions(postgres, [tenantId])).get(tenantId) ?? 0;

  // The version is read first: what is written in between is read twice rather than missed.
  const load = async (tenantId: string): Promise<Held> => {
    const version = await versionOf(tenantId);
    const own = version === 0 ? [] : (await mappingsStore.active(postgres, tenantId)).map(toMatchable);
    const base = builtIn().matcher;
    return { version, matcher: own.length === 0 ? base : createMappingMatcher(own, base) };
  };

  const keep = (tenantId: string): Promise<Held> => {
    const loading = load(tenantId);
    held.set(tenantId, loading);
    for (const oldest of held.keys()) {
      if (held.size <= mostTenants) break;
      held.delete(oldest);
    }
    loading.catch(() => {
      if (held.get(tenantId) === loading) held.delete(tenantId);
    });
    return loading;
  };

  const compare = async () => {
    const tenantIds = [...held.keys()];
    if (tenantIds.length === 0) return;
    const known = new Map(held);
    const versions = await mappingsStore.versions(postgres, tenantIds);
    for (const [tenantId, holding] of known) {
      const { version } = await holding;
      if (version !== (versions.get(tenantId) ?? 0) && held.get(tenantId) === holding) held.delete(tenantId);
    }
  };

  const watch = createTenantWatch({
    postgres,
    log,
    channel: MAPPINGS_CHANNEL,
    onNotify: (tenantId) => void held.delete(tenantId),
    reload: compare,
    reloadMs,
    failure: "software mappings could not be compared; known ones stay",
  });

  return {
    async of(tenantId) {
      const holding = held.get(tenantId);
      if (!holding) return (await keep(tenantId)).matcher;
      const current = started || (await holding).version === (await versionOf(tenantId));
      if (!current) return (await keep(tenantId)).matcher;
      held.delete(tenantId);
      held.set(tenantId, holding);
      return (await holding).matcher;
    },

    forget: (tenantId) => void held.delete(tenantId),

    async start() {
      if (started) return;
      await watch.start();
      // Whatever was loaded before may have changed unheard.
      held.clear();
      started = true;
    },

    async stop() {
      if (!started) return;
      started = false;
      await watch.stop();
    },
  };
}
