// CIs of the same type that have the same neighbours as a CI, by relationships of the same type and direction.
//
//   A neighbour with more relationships than $mostOfNeighbour tells nothing and is not walked.
//
// @access  READ
// @param   $tenantId        String
// @param   $id              String
// @param   $mostOfNeighbour Integer
// @param   $limit           Integer
// @literal maxNeighbours Integer 100..100
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns id, shared Integer, names List<String>: of shared neighbours, at most 3
MATCH (s:CI {tenant: $tenantId, id: $id})-[r:DEPENDS_ON/*allTypes*/]-(n:CI)
WHERE r.aiFound IS NULL AND NOT n:SoftwareInstance
WITH s, n, type(r) AS kind, r.kind AS own, startNode(r) = s AS outgoing, COUNT { (n)-[:DEPENDS_ON/*allTypes*/]-() } AS degree
WHERE degree <= $mostOfNeighbour
WITH s, n, kind, own, outgoing ORDER BY degree, n.id LIMIT 100/*maxNeighbours*/
MATCH (n)-[q:DEPENDS_ON/*allTypes*/]-(b:CI)
WHERE b <> s AND b.type = s.type AND q.aiFound IS NULL AND type(q) = kind AND (startNode(q) = b) = outgoing
  AND coalesce(q.kind, '') = coalesce(own, '')
WITH b, count(DISTINCT n) AS shared, collect(DISTINCT n.name)[..3] AS names
RETURN b.id AS id, shared, names
ORDER BY shared DESC, id
LIMIT $limit
