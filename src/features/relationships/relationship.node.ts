import { z } from "zod";
import { parseFields } from "../../model/fields.ts";
import { displayType, GRAPH_RELATIONSHIP_TYPES } from "../../model/relationships.ts";
import { aiFoundFlag, connectionParts, promotedAttributes, type Relationship } from "./relationship.model.ts";
import { connectedToKey, relatedKey, relationshipKey } from "./relationship-key.ts";

/** Row of a relationship: one column per property, attributes as JSON text. */
export const relationshipRow = z.object({
  id: z.string(),
  graphType: z.enum(GRAPH_RELATIONSHIP_TYPES),
  kind: z.string().nullable(),
  spelling: z.string().nullable(),
  sourceId: z.string(),
  sourceName: z.string(),
  sourceType: z.string(),
  targetId: z.string(),
  targetName: z.string(),
  targetType: z.string(),
  attributes: z.string().nullable(),
  discoveredBy: z.string().nullable(),
  confidence: z.number().nullable(),
  firstSeen: z.string().nullable(),
  lastSeen: z.string().nullable(),
  missingSince: z.string().nullable(),
  observer: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  updatedAt: z.string().nullable(),
  version: z.int().nullable(),
});
export type RelationshipRow = z.output<typeof relationshipRow>;

export function fromRow(row: RelationshipRow): Relationship {
  return {
    id: row.id,
    graphType: row.graphType,
    kind: row.kind,
    type: displayType(row.graphType, row.spelling),
    source: { id: row.sourceId, name: row.sourceName, type: row.sourceType },
    target: { id: row.targetId, name: row.targetName, type: row.targetType },
    attributes: parseFields(row.attributes),
    discoveredBy: row.discoveredBy,
    confirmedAt: row.confirmedAt,
    confidence: row.confidence,
    firstSeen: row.firstSeen,
    lastSeen: row.lastSeen,
    collection: collectionOf(row),
    createdAt: row.createdAt,
    createdBy: row.createdBy ?? "system",
    updatedAt: row.updatedAt ?? row.createdAt,
    version: row.version ?? 1,
  };
}

/** Collection of a relationship that a scan found and does not miss: the newest one of that server and kind. */
function collectionOf(row: RelationshipRow): Relationship["collection"] {
  if (!row.discoveredBy?.startsWith("scan:") || row.missingSince !== null) return undefined;
  if (row.graphType === "INSTALLED_ON") return { ciId: row.targetId, kind: "installed_applications" };
  if (row.graphType !== "CONNECTED_TO") return undefined;
  return { ciId: row.observer === "target" ? row.targetId : row.sourceId, kind: "network_connections" };
}

/** Key that is unique among the relationships of the graph type. */
export function keyOf(
  tenantId: string,
  {
    graphType,
    kind,
    source,
    target,
    attributes,
  }: Pick<Relationship, "graphType" | "kind" | "source" | "target" | "attributes">,
): string {
  if (graphType === "CONNECTED_TO") return connectedToKey(tenantId, source.id, target.id, connectionParts(attributes));
  if (graphType === "RELATED") return relatedKey(tenantId, source.id, target.id, kind ?? "");
  return relationshipKey(tenantId, source.id, target.id);
}

/** All properties of the relationship in the graph except the tenant. null removes one. */
export function toProperties(tenantId: string, relationship: Relationship): Record<string, unknown> {
  const { kind, attributes } = relationship;
  return {
    id: relationship.id,
    key: keyOf(tenantId, relationship),
    kind,
    spelling: kind === null ? null : relationship.type,
    attributes: JSON.stringify(attributes),
    ...promotedAttributes(attributes),
    discoveredBy: relationship.discoveredBy,
    aiFound: aiFoundFlag(relationship),
    confirmedAt: relationship.confirmedAt,
    confidence: relationship.confidence,
    firstSeen: relationship.firstSeen,
    lastSeen: relationship.lastSeen,
    createdAt: relationship.createdAt,
    createdBy: relationship.createdBy,
    updatedAt: relationship.updatedAt,
    version: relationship.version,
  };
}
