import type { CollectedAt, Relationship } from "./relationship.model.ts";

/**
 * Sets `lastSeen` to the time of the newest collection that holds the relationship: a scan that finds it again does not
 * write to it. Runs no query if no scan found any of them.
 */
export async function withLastSeen(
  collectedAt: CollectedAt | undefined,
  tenantId: string,
  relationships: Relationship[],
): Promise<Relationship[]> {
  const collections = relationships.flatMap(({ collection: shownBy }) => shownBy ?? []);
  if (!collectedAt || collections.length === 0) return relationships;
  const newest = await collectedAt(tenantId, collections);
  return relationships.map((relationship) => {
    const { collection: shownBy, lastSeen } = relationship;
    const seen = shownBy && newest.get(`${shownBy.ciId} ${shownBy.kind}`);
    return seen !== undefined && seen > (lastSeen ?? "") ? { ...relationship, lastSeen: seen } : relationship;
  });
}
