// CIs that need the given CI directly, on relationships that carry a failure to them.
//
//   (shop)-[:DEPENDS_ON]->(db)   id = db: shop depends on db
//   (db)-[:PART_OF]->(service)   id = db: the service depends on db
//
//   A tenant's own types carry a failure as registered.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @literal maxDependents Integer 50..50  dependents returned
// @types   sourceNeedsTargetOnly  run as it stands: DEPENDS_ON alone
// @types   targetNeedsSourceOnly  run as it stands: PART_OF alone
// @types   eachNeedsOther         run as it stands: COMMUNICATES_WITH alone
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
LIMIT 50/*maxDependents*/
