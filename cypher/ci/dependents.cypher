// CIs that need this one directly, through relationships that carry a failure to them.
//
//   (shop)-[:DEPENDS_ON]->(db)   db is asked: shop depends on it
//   (db)-[:PART_OF]->(service)   db is asked: the service depends on it
//
//   Types of a tenant's own carry a failure as their registration says.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @types   sourceNeedsTargetOnly
// @types   targetNeedsSourceOnly
// @types   eachNeedsOther
// @returns id String, name String, type String
MATCH (c:CI {tenant: $tenantId, id: $id})
WITH c, COLLECT {
  MATCH (t:RelationshipType)
  WHERE t.tenant = $tenantId AND t.name IS NOT NULL AND t.failure IN ['target_to_source', 'both']
  RETURN t.name
} AS towardsSource, COLLECT {
  MATCH (t:RelationshipType)
  WHERE t.tenant = $tenantId AND t.name IS NOT NULL AND t.failure IN ['source_to_target', 'both']
  RETURN t.name
} AS towardsTarget
CALL (c, towardsSource, towardsTarget) {
  MATCH (other:CI)-[r:DEPENDS_ON/*sourceNeedsTargetOnly*/]->(c)
  WHERE r.aiFound IS NULL
  RETURN other
  UNION
  MATCH (c)-[r:PART_OF/*targetNeedsSourceOnly*/]->(other:CI)
  WHERE r.aiFound IS NULL
  RETURN other
  UNION
  MATCH (c)-[r:COMMUNICATES_WITH/*eachNeedsOther*/]-(other:CI)
  WHERE r.aiFound IS NULL
  RETURN other
  UNION
  MATCH (other:CI)-[r:RELATED]->(c)
  WHERE r.aiFound IS NULL AND r.kind IN towardsSource
  RETURN other
  UNION
  MATCH (c)-[r:RELATED]->(other:CI)
  WHERE r.aiFound IS NULL AND r.kind IN towardsTarget
  RETURN other
}
RETURN other.id AS id, other.name AS name, other.type AS type
ORDER BY id
LIMIT 50
