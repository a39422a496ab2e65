// Redundancy groups of CIs of a set with members outside of it: the active ones, and whether one is not optional.
//
//   (shop)-[:DEPENDS_ON {redundancyGroup: 'db'}]->(db1), (shop)-[:DEPENDS_ON {redundancyGroup: 'db'}]->(db2)
//   ids = [shop], inside = {db1}: [db2], true
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           List<String>  CIs that need one of several
// @param   $inside        Map           a key for each CI of the set
// @param   $towardsTarget List<String>  kinds on which the target needs the source
// @param   $towardsSource List<String>  kinds on which the source needs the target
// @param   $includeAi     Boolean       whether relationships that a model found count
// @types   failureTypes  run as it stands: DEPENDS_ON alone
// @returns id String, redundancyGroup String, peers List<String>, needed Boolean
UNWIND $ids AS id
MATCH (x:CI {tenant: $tenantId, id: id})
MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y:CI)
WHERE r.redundancyGroup IS NOT NULL AND $inside[y.id] IS NULL
  AND ((endNode(r) = x AND CASE type(r) WHEN 'RELATED' THEN r.kind ELSE type(r) END IN $towardsTarget)
       OR (startNode(r) = x AND CASE type(r) WHEN 'RELATED' THEN r.kind ELSE type(r) END IN $towardsSource))
  AND ($includeAi OR r.aiFound IS NULL)
RETURN id, r.redundancyGroup AS redundancyGroup, collect(DISTINCT CASE y.status WHEN 'active' THEN y.id END) AS peers,
       count(CASE WHEN coalesce(toLower(r.criticality), '') <> 'optional' THEN 1 END) > 0 AS needed
