// CIs that could stand in for changed ones: other members of the redundancy groups that CIs need a changed CI by.
//
//   (shop)-[:DEPENDS_ON {redundancyGroup: 'db'}]->(db1), (shop)-[:DEPENDS_ON {redundancyGroup: 'db'}]->(db2)
//   changed = db1: db2 spares it for shop
//
// @access  READ
// @param   $tenantId       String
// @param   $ids            Map  a key for each of the changed CIs
// @param   $sourceToTarget Map  a key for each of the tenant's own kinds on which a failure travels from source to target
// @param   $targetToSource Map  likewise, from target to source
// @literal maxOfCi Integer 50..50
// @types   failureTypes           run as it stands: DEPENDS_ON alone
// @types   targetNeedsSourceOnly  run as it stands: PART_OF alone
// @types   targetNeedsSource      run as it stands: PART_OF alone
// @returns id String, dependentId String, dependent String, redundancyGroup String, spareId String, spare String, status String
UNWIND keys($ids) AS id
MATCH (x:CI {tenant: $tenantId, id: id})
CALL (x) {
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(d:CI)
  WHERE r.redundancyGroup IS NOT NULL AND r.aiFound IS NULL AND d <> x AND NOT d:Inactive
    AND CASE WHEN endNode(r) = x
          THEN CASE WHEN r:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
          WHEN r:PART_OF/*targetNeedsSource*/ THEN true
          ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
  WITH x, d, r.redundancyGroup AS redundancyGroup
  LIMIT 50/*maxOfCi*/
  MATCH (d)-[q:DEPENDS_ON/*failureTypes*/]-(y:CI)
  WHERE q.redundancyGroup = redundancyGroup AND q.aiFound IS NULL AND y <> d AND y <> x AND $ids[y.id] IS NULL
    AND CASE WHEN endNode(q) = y
          THEN CASE WHEN q:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN q:RELATED THEN $targetToSource[q.kind] IS NOT NULL ELSE true END
          WHEN q:PART_OF/*targetNeedsSource*/ THEN true
          ELSE q:RELATED AND $sourceToTarget[q.kind] IS NOT NULL END
  RETURN DISTINCT d, redundancyGroup, y
  LIMIT 50/*maxOfCi*/
}
RETURN id, d.id AS dependentId, d.name AS dependent, redundancyGroup, y.id AS spareId, y.name AS spare, y.status AS status
ORDER BY id, dependentId, redundancyGroup, spareId
