import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { createBulkCreateRelationships } from "./bulk-create-relationships.ts";
import { createCreateRelationship } from "./create-relationship.ts";
import { createDeleteRelationship } from "./delete-relationship.ts";
import { createGetRelationship, createRequireKnown } from "./get-relationship.ts";
import { createListRelationships } from "./list-relationships.ts";
import type { CollectedAt } from "./relationship.model.ts";
import {
  createListRelationshipTypes,
  createReadFailureKinds,
  createSetRelationshipType,
} from "./relationship-types.ts";
import { createUpdateRelationship } from "./update-relationship.ts";

export interface RelationshipDeps {
  graph: Graph;
  outbox: Outbox;
  clock: Clock;
  /** When scans last saw their relationships; absent: the relationship's own `lastSeen` counts. */
  collectedAt?: CollectedAt;
}

export function createRelationshipVerbs(deps: RelationshipDeps) {
  return {
    create: createCreateRelationship(deps),
    bulkCreate: createBulkCreateRelationships(deps),
    get: createGetRelationship(deps),
    requireKnown: createRequireKnown(deps),
    list: createListRelationships(deps),
    update: createUpdateRelationship(deps),
    delete: createDeleteRelationship(deps),
    listTypes: createListRelationshipTypes(deps),
    setType: createSetRelationshipType(deps),
    failureKinds: createReadFailureKinds(deps),
  };
}

export type RelationshipVerbs = ReturnType<typeof createRelationshipVerbs>;
