// CIs one step from changed CIs: parents, which a changed CI needs or is part of, and children, the other way.
//
//   (shop)-[:DEPENDS_ON]->(db)-[:RUNS_ON]->(host), changed = db: parent host, child shop
//
//   Optional relationships and those that a model found lead to no neighbour, but `isKnown` counts the optional ones.
//
// @access  READ
// @param   $tenantId       String
// @param   $ids            Map  a key for each CI
// @param   $sourceToTarget Map  a key for each of the tenant's own kinds on which a failure travels from source to target
// @param   $targetToSource Map  likewise, from target to source
// @literal maxOfCi Integer 1000..1000
// @types   failureTypes  run as it stands: DEPENDS_ON alone
// @returns id String, isKnown Boolean, parents List<String>, children List<String>
UNWIND keys($ids) AS id
MATCH (x:CI {tenant: $tenantId, id: id})
CALL (x) {
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y:CI)
  WHERE y <> x AND r.aiFound IS NULL
    AND (NOT r:RELATED OR $sourceToTarget[r.kind] IS NOT NULL OR $targetToSource[r.kind] IS NOT NULL)
  WITH x, r, y
  LIMIT 1000/*maxOfCi*/
  RETURN y.id AS other, coalesce(toLower(r.criticality), '') = 'optional' OR y:Inactive AS ignored,
         (startNode(r) = x) = (NOT r:RELATED OR $targetToSource[r.kind] IS NOT NULL) AS isParent
}
RETURN id, true AS isKnown,
       collect(DISTINCT CASE WHEN isParent AND NOT ignored THEN other END) AS parents,
       collect(DISTINCT CASE WHEN NOT isParent AND NOT ignored THEN other END) AS children
