import { AppError, notFound } from "../../errors.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import { matchesPrecondition, type Relationship } from "./relationship.model.ts";
import { relationshipWrites } from "./relationships.store.ts";

/**
 * Relationships by id as they stand now, with the ends of all locked: whoever makes, changes or removes one between them
 * waits. Those that do not exist, or went while the locks were waited for, are absent.
 */
export async function lockRelationships(
  tx: GraphTx,
  tenantId: string,
  ids: Iterable<string>,
): Promise<Map<string, Relationship>> {
  const seen = await relationshipWrites.get(tx, tenantId, [...new Set(ids)]);
  await relationshipWrites.lockEnds(
    tx,
    tenantId,
    seen.flatMap(({ source, target }) => [source.id, target.id]),
  );
  const standing = await relationshipWrites.get(
    tx,
    tenantId,
    seen.map(({ id }) => id),
  );
  return new Map(standing.map((relationship) => [relationship.id, relationship]));
}

/** Throws 404 where it is absent, 412 where `ifMatch` names another state. */
export function requireStanding(
  relationship: Relationship | undefined,
  ifMatch: string | undefined,
): asserts relationship is Relationship {
  if (!relationship) throw notFound("Relationship");
  if (ifMatch === undefined || matchesPrecondition(relationship, ifMatch)) return;
  throw new AppError("PRECONDITION_FAILED", "The relationship has changed since it was read");
}
