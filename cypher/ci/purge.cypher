// Removes deleted CIs permanently, with their deleted relationships.
//
//   A CI that another transaction restored before its lock was acquired has no deletion time and stays.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>  sorted
// @returns id String
UNWIND $ids AS wanted
MATCH (c:DeletedCI {tenant: $tenantId, id: wanted})
SET c.lock = true
WITH c, wanted AS id
WHERE c.deletedAt IS NOT NULL
CALL (id) {
  MATCH (d:DeletedRelationship) WHERE d.tenant = $tenantId AND d.source = id DELETE d
}
CALL (id) {
  MATCH (d:DeletedRelationship) WHERE d.tenant = $tenantId AND d.target = id DELETE d
}
DETACH DELETE c
RETURN id
