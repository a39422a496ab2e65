import type { Route } from "../../platform/http/route.ts";
import { relationshipApiRoutes } from "./relationships.api.ts";
import { relationshipV1Routes } from "./relationships.v1.ts";
import { createRelationshipVerbs, type RelationshipDeps, type RelationshipVerbs } from "./relationships.verbs.ts";

// For features that link CIs within their own transaction.
export { type Insertion, insertRelationships, type RelationshipToInsert } from "./insert-relationships.ts";
export { patchRelationships } from "./patch-relationships.ts";
export type {
  CollectedAt,
  NewRelationship,
  Relationship,
} from "./relationship.model.ts";
export { relationshipView } from "./relationship.model.ts";
export { connectedToKey, relationshipKey } from "./relationship-key.ts";
export type {
  FailureKinds,
  ReadFailureKinds,
  RelationshipTypeView,
  StampedFailureKinds,
} from "./relationship-types.ts";
export type { RelationshipDeps, RelationshipVerbs } from "./relationships.verbs.ts";
export { removeRelationships } from "./remove-relationships.ts";
export { insertAllowed, isProposal, settleProposal } from "./settle-proposal.ts";

export interface Relationships {
  verbs: RelationshipVerbs;
  routes: { v1: Route[]; api: Route[] };
}

/** Relationships between CIs, and the registry of relationship types. */
export function createRelationships(deps: RelationshipDeps): Relationships {
  const verbs = createRelationshipVerbs(deps);
  return { verbs, routes: { v1: relationshipV1Routes(verbs), api: relationshipApiRoutes(verbs) } };
}
