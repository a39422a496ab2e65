// CIs near a CI, each once at its shortest distance, with the relationship of those next to it.
//
//   Relationships that a model found are not walked, and instances of software are not entered: a server has thousands.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @param   $limit    Integer
// @literal maxDepth  Integer 2..3
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns id, distance Integer, graphType String|null, spelling String|null, outgoing Boolean|null: of a direct relationship
MATCH p = (s:CI {tenant: $tenantId, id: $id})
  ((x)-[r:DEPENDS_ON/*allTypes*/]-(y) WHERE r.aiFound IS NULL AND NOT y:SoftwareInstance){1,2/*maxDepth*/}(b)
USING INDEX SEEK s:CI(tenant, id)
WITH s, b, min(length(p)) AS distance
WHERE b <> s AND b:CI
WITH s, b, distance ORDER BY distance, b.id LIMIT $limit
CALL (s, b, distance) {
  WITH s, b, distance WHERE distance = 1
  MATCH (s)-[r:DEPENDS_ON/*allTypes*/]-(b)
  WHERE r.aiFound IS NULL
  RETURN r ORDER BY r.id LIMIT 1
  UNION
  WITH s, b, distance WHERE distance > 1
  RETURN null AS r
}
RETURN b.id AS id, distance, type(r) AS graphType, r.spelling AS spelling, startNode(r) = s AS outgoing
