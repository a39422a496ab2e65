// Relationships of deleted CIs, kept for their restoration, with one of the given CIs at either end.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns properties Map
UNWIND $ids AS id
CALL (id) {
  MATCH (d:DeletedRelationship) WHERE d.tenant = $tenantId AND d.source = id RETURN d
  UNION
  MATCH (d:DeletedRelationship) WHERE d.tenant = $tenantId AND d.target = id RETURN d
}
WITH DISTINCT d
RETURN properties(d) AS properties
