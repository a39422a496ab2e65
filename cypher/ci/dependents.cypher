// CIs that need this one directly, through relationships that carry a failure to them.
//
//   (shop)-[:DEPENDS_ON]->(db)   db is asked: shop depends on it
//   (db)-[:PART_OF]->(service)   db is asked: the service depends on it
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @returns id String, name String, type String
MATCH (c:CI {tenant: $tenantId, id: $id})
CALL (c) {
  MATCH (other:CI)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH]->(c)
  WHERE r.aiFound IS NULL
  RETURN other
  UNION
  MATCH (c)-[r:PART_OF]->(other:CI)
  WHERE r.aiFound IS NULL
  RETURN other
  UNION
  MATCH (c)-[r:COMMUNICATES_WITH]-(other:CI)
  WHERE r.aiFound IS NULL
  RETURN other
}
RETURN other.id AS id, other.name AS name, other.type AS type
ORDER BY id
LIMIT 50
