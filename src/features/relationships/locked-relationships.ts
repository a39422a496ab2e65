import { AppError, notFound } from "../../errors.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import { matchesPrecondition, type Relationship } from "./relationship.model.ts";
import { relationshipsGraph } from "./relationships.graph.store.ts";

/**
 * Locks both ends of the relationships, so that other writers between these CIs wait. Returns their current states by id.
 * Relationships that do not exist, or were removed while waiting for the locks, are absent.
 */
export async function lockRelationships(
  tx: GraphTx,
  tenantId: string,
  ids: Iterable<string>,
): Promise<Map<string, Relationship>> {
  const unlocked = await relationshipsGraph.get(tx, tenantId, [...new Set(ids)]);
  await relationshipsGraph.lockEnds(
    tx,
    tenantId,
    unlocked.flatMap(({ source, target }) => [source.id, target.id]),
  );
  const current = await relationshipsGraph.get(
    tx,
    tenantId,
    unlocked.map(({ id }) => id),
  );
  return new Map(current.map((relationship) => [relationship.id, relationship]));
}

/** Throws 404 if it is absent, 412 if `ifMatch` names another state. */
export function requireCurrent(
  relationship: Relationship | undefined,
  ifMatch: string | undefined,
): asserts relationship is Relationship {
  if (!relationship) throw notFound("relationship");
  if (ifMatch === undefined || matchesPrecondition(relationship, ifMatch)) return;
  throw new AppError("PRECONDITION_FAILED", "The relationship has changed since it was read");
}
