import type { Clock } from "../../../platform/clock.ts";
import type { Route } from "../../../platform/http/route.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Knowledge } from "../engine/index.ts";
import type { MappingCatalogue } from "../ports.ts";
import { type BuiltInCatalogue, createBuiltInCatalogue } from "./built-in.ts";
import { createImportMappings } from "./import-mappings.ts";
import { createReadMappings, findMapping } from "./list-mappings.ts";
import { createManageMappings } from "./manage-mappings.ts";
import { mappingApiRoutes } from "./mappings.api.ts";
import { mappingsStore } from "./mappings.store.ts";
import { mappingV1Routes } from "./mappings.v1.ts";
import type { MappingVerbs } from "./mappings.verbs.ts";
import { createTenantMatchers } from "./matchers.ts";
import { createPropose } from "./propose.ts";
import { createSuggest } from "./suggest.ts";
import { createUsageCounter } from "./usage.ts";

export interface Mappings {
  catalogue: MappingCatalogue;
  verbs: MappingVerbs;
  routes: { v1: Route[]; api: Route[] };
  builtIn: () => BuiltInCatalogue;
  /** Drops the tenant's mappings from this process's memory. */
  invalidate(tenantId: string): void;
  /** The ids that the tenant's own mappings have, in any status. */
  existingIds(tenantId: string, ids: readonly string[]): Promise<Set<string>>;
  /** Whether the tenant ever had mappings of its own. */
  hasOwn(tenantId: string): Promise<boolean>;
  /** Writes the usage counted so far. */
  flush(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface MappingsDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  /** Called when first needed. */
  knowledge: () => Knowledge;
  /** Called after this process changed a tenant's mappings. */
  onMappingsChanged?: ((tenantId: string) => void) | undefined;
  /** Maximum number of tenants whose mappings are cached. */
  maxTenants?: number;
  /** Milliseconds between two polls for changes whose notification was lost. */
  reloadMs?: number;
  /** Milliseconds from the first counted use to its writing. */
  flushMs?: number;
}

/** Software mappings: the tenant's own over the built-in catalogue. */
export function createMappings(deps: MappingsDeps): Mappings {
  const { postgres, knowledge } = deps;
  let catalogue: BuiltInCatalogue | undefined;
  const builtIn = () => {
    catalogue ??= createBuiltInCatalogue(knowledge());
    return catalogue;
  };
  const isKnownName = (key: string) => knowledge().isKnownName(key);
  const matchers = createTenantMatchers({ ...deps, builtIn });
  const usage = createUsageCounter({ ...deps, isBuiltIn: (id) => builtIn().get(id) !== undefined });
  const onChanged = (tenantId: string) => {
    matchers.invalidate(tenantId);
    deps.onMappingsChanged?.(tenantId);
  };
  const manageDeps = { ...deps, recordAudit, builtIn, isKnownName, onChanged };
  const propose = createPropose({ ...deps, isKnownName });
  const verbs: MappingVerbs = {
    ...createReadMappings({ postgres, builtIn }),
    ...createManageMappings(manageDeps),
    import: createImportMappings(manageDeps),
    requireKnown: async ({ tenantId }, id) => void (await findMapping(postgres, builtIn(), tenantId, id)),
  };
  return {
    catalogue: {
      matcherOf: matchers.of,
      recordUsage: usage.record,
      propose,
      async pending(tenantId, after, limit) {
        const untouched = { status: "pending", source: "pending" };
        const found = await mappingsStore.batch(postgres, tenantId, untouched, after, limit);
        return found.map(({ id, instanceName, software }) => ({ id, name: instanceName, vendor: software.vendor }));
      },
      // A mapping in review does not affect instances, so only the cache is invalidated.
      suggest: createSuggest({ ...manageDeps, propose, onChanged: matchers.invalidate }),
    },
    verbs,
    builtIn,
    invalidate: matchers.invalidate,
    existingIds: (tenantId, ids) => mappingsStore.existingIds(postgres, tenantId, ids),
    hasOwn: async (tenantId) => (await mappingsStore.versions(postgres, [tenantId])).has(tenantId),
    routes: { v1: mappingV1Routes(verbs), api: mappingApiRoutes(verbs) },
    flush: usage.flush,
    async start() {
      // The catalogue takes a second to build, and no request should wait for it.
      builtIn();
      await matchers.start();
    },
    async stop() {
      await matchers.stop();
      await usage.flush();
    },
  };
}
