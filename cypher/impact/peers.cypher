// Of CIs whose relationships share redundancy groups: the active CIs outside a set that stand in these groups.
//
//   (shop)-[:DEPENDS_ON {redundancyGroup: 'db'}]->(db1), (shop)-[:DEPENDS_ON {redundancyGroup: 'db'}]->(db2)
//   shop is asked, db1 is in the set: db2
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           List<String>  who needs one of several
// @param   $inside        Map           a key for each CI of the set
// @param   $towardsTarget List<String>  kinds on which the target needs the source
// @param   $towardsSource List<String>  kinds on which the source needs the target
// @param   $includeAi     Boolean       whether relationships that a model found count
// @types   failureTypes
// @returns id String, redundancyGroup String, peers List<String>
UNWIND $ids AS id
MATCH (x:CI {tenant: $tenantId, id: id})
MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y:CI)
WHERE r.redundancyGroup IS NOT NULL AND $inside[y.id] IS NULL AND y.status = 'active'
  AND ((endNode(r) = x AND CASE type(r) WHEN 'RELATED' THEN r.kind ELSE type(r) END IN $towardsTarget)
       OR (startNode(r) = x AND CASE type(r) WHEN 'RELATED' THEN r.kind ELSE type(r) END IN $towardsSource))
  AND ($includeAi OR r.aiFound IS NULL)
RETURN id, r.redundancyGroup AS redundancyGroup, collect(DISTINCT y.id) AS peers
