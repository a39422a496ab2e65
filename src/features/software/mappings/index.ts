import type { Clock } from "../../../platform/clock.ts";
import type { Route } from "../../../platform/http/route.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Knowledge } from "../engine/index.ts";
import type { MappingCatalogue } from "../ports.ts";
import { type BuiltInCatalogue, createBuiltInCatalogue } from "./built-in.ts";
import { countsStore } from "./counts.store.ts";
import { createImportMappings } from "./import-mappings.ts";
import { createReadMappings, findMapping } from "./list-mappings.ts";
import { createManageMappings, type SendReapply } from "./manage-mappings.ts";
import { mappingApiRoutes } from "./mappings.api.ts";
import { mappingsStore } from "./mappings.store.ts";
import { mappingV1Routes } from "./mappings.v1.ts";
import type { MappingVerbs } from "./mappings.verbs.ts";
import { createTenantMatchers } from "./matchers.ts";
import { createPropose } from "./propose.ts";
import { createSuggest } from "./suggest.ts";

export interface Mappings {
  catalogue: MappingCatalogue;
  verbs: MappingVerbs;
  routes: { v1: Route[]; api: Route[] };
  builtIn: () => BuiltInCatalogue;
  /** Drops the tenant's mappings from this process's memory. */
  invalidate(tenantId: string): void;
  /** The ids that the tenant's own mappings have, in any status. */
  existingIds(tenantId: string, ids: readonly string[]): Promise<Set<string>>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface MappingsDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  /** Called when first needed. */
  knowledge: () => Knowledge;
  /** Maximum number of tenants whose mappings are cached. */
  maxTenants?: number;
  /** Milliseconds between two polls for changes whose notification was lost. */
  reloadMs?: number;
  /** Sends the job that applies changed mappings to the tenant's instances, in the transaction that changes them. */
  sendReapply: SendReapply;
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
  const manageDeps = { ...deps, recordAudit, builtIn, isKnownName, onChanged: matchers.invalidate };
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
      recordUsage(sql, tenantId, times) {
        const { own = [], builtIn: shared = [] } = Object.groupBy(times, ([id]) =>
          builtIn().get(id) === undefined ? "own" : "builtIn",
        );
        return countsStore.addUsage(sql, tenantId, own, shared);
      },
      propose,
      async pending(tenantId, after, limit) {
        const untouched = { status: "pending", source: "pending" };
        const found = await mappingsStore.batch(postgres, tenantId, untouched, after, limit);
        return found.map(({ id, instanceName, software }) => ({ id, name: instanceName, vendor: software.vendor }));
      },
      suggest: createSuggest({ ...manageDeps, propose }),
    },
    verbs,
    builtIn,
    invalidate: matchers.invalidate,
    existingIds: (tenantId, ids) => mappingsStore.existingIds(postgres, tenantId, ids),
    routes: { v1: mappingV1Routes(verbs), api: mappingApiRoutes(verbs) },
    async start() {
      // The catalogue takes a second to build, and no request should wait for it.
      builtIn();
      await matchers.start();
    },
    stop: matchers.stop,
  };
}
