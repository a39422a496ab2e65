import type { CollectedAt, Relationship } from "./relationship.model.ts";

/**
 * Relationships as fresh as the collections that hold them: a scan that finds one again writes nothing to it. No query
 * where none was found by a scan.
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
