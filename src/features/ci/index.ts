import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { createBulkCreateCis } from "./bulk-create-cis.ts";
import { ciApiRoutes } from "./ci.api.ts";
import { ciV1Routes } from "./ci.v1.ts";
import type { CiVerbs } from "./ci.verbs.ts";
import { createCountCis } from "./count-cis.ts";
import { createCreateCi } from "./create-ci.ts";
import { createDeleteCi } from "./delete-ci.ts";
import { createGetCi, createReadCi, createRequireCi } from "./get-ci.ts";
import { createListCis } from "./list-cis.ts";
import { createListDeletedCis } from "./list-deleted-cis.ts";
import { createPurgeCis } from "./purge-cis.ts";
import { createRestoreCi } from "./restore-ci.ts";
import { createUpdateCi } from "./update-ci.ts";
import { createReadValueSources } from "./value-sources.ts";
import { createWarmUp } from "./warm-up.ts";

export { applyChanges } from "./apply-changes.ts";
// For features that write CIs within their own transaction: discovery, software and services.
export { changeOf, writeChanges } from "./change-ci.ts";
export {
  type Ci,
  type CiDraft,
  type CiPatch,
  ciFields,
  type Fields,
  type ListedCi,
  newCi,
  type Provenance,
  SOURCE_CLASSES,
  type SourceClass,
  type StoredCi,
  sameContent,
  snapshot,
} from "./ci.model.ts";
export { type CiNode, fromNode, labelsOf, toNode } from "./ci.node.ts";
export { ciNodeSchema, ciWrites, type LockedCi } from "./ci.store.ts";
export type { CiVerbs } from "./ci.verbs.ts";
export { duplicateError } from "./create-ci.ts";
export { insertCis, isDuplicate } from "./insert-cis.ts";
export { CI_SORT_FIELDS, ciFilterQuery, toListInput, toPage } from "./list.wire.ts";
export type { CiPage } from "./list-cis.ts";
export { restoreDeletedCi } from "./restore-ci.ts";

export interface Cis {
  verbs: CiVerbs;
  routes: { v1: Route[]; api: Route[] };
  /** Lets Neo4j plan the queries of the first callers. `tenantId` names no tenant; nothing is stored. */
  warmUp(tenantId: string): Promise<void>;
}

/** Configuration items: section 2 of the interface specification. */
export function createCis(deps: { graph: Graph; outbox: Outbox; clock: Clock }): Cis {
  const readCi = createReadCi(deps);
  const verbs: CiVerbs = {
    listCis: createListCis(deps),
    listDeletedCis: createListDeletedCis(deps),
    countCis: createCountCis(deps),
    getCi: createGetCi({ readCi }),
    readValueSources: createReadValueSources(deps),
    requireCi: createRequireCi(deps),
    createCi: createCreateCi(deps),
    updateCi: createUpdateCi(deps),
    deleteCi: createDeleteCi(deps),
    restoreCi: createRestoreCi({ ...deps, readCi }),
    bulkCreateCis: createBulkCreateCis(deps),
    purgeCis: createPurgeCis(deps),
  };
  return { verbs, routes: { v1: ciV1Routes(verbs), api: ciApiRoutes(verbs) }, warmUp: createWarmUp(verbs) };
}
