// Restores the relationships of a restored CI whose other end lives. The others stay deleted until their other end is restored.
//
// @access  WRITE
// @param   $tenantId String
// @param   $id       String
// @returns id String, graphType String, spelling String, source String, target String, attributes String|null
CALL () {
  MATCH (d:DeletedRelationship) WHERE d.tenant = $tenantId AND d.source = $id RETURN d
  UNION
  MATCH (d:DeletedRelationship) WHERE d.tenant = $tenantId AND d.target = $id RETURN d
}
MATCH (source:CI {tenant: $tenantId, id: d.source})
MATCH (target:CI {tenant: $tenantId, id: d.target})
WITH d, source, target ORDER BY d.id
CREATE (source)-[r:$(d.graphType)]->(target)
SET r = properties(d), r.graphType = null, r.source = null, r.target = null, r.deletedAt = null
FOREACH (_ IN CASE WHEN d.aiFound IS NULL THEN [] ELSE [1] END | SET source:AiLinked, target:AiLinked)
FOREACH (_ IN CASE WHEN d.redundancyGroup IS NULL THEN [] ELSE [1] END | SET source:Grouped, target:Grouped)
WITH d, r, d.id AS id, d.graphType AS graphType, d.spelling AS spelling, source.id AS source, target.id AS target,
     d.attributes AS attributes
DELETE d
RETURN id, graphType, spelling, source, target, attributes
