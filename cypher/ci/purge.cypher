// Forgets for good CIs that were deleted before a time, with the relationships that waited for them.
//
// @access  WRITE
// @param   $tenantId String
// @param   $before   String
// @param   $limit    Integer
// @returns id String
MATCH (c:DeletedCI)
WHERE c.tenant = $tenantId AND c.deletedAt < $before
WITH c ORDER BY c.tenant, c.deletedAt LIMIT $limit
WITH c, c.id AS id
CALL (id) {
  MATCH (d:DeletedRelationship) WHERE d.tenant = $tenantId AND d.source = id DELETE d
}
CALL (id) {
  MATCH (d:DeletedRelationship) WHERE d.tenant = $tenantId AND d.target = id DELETE d
}
DETACH DELETE c
RETURN id
