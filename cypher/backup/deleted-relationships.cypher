// One page of a tenant's relationships that wait for a deleted CI to come back.
//
// @access  READ
// @param   $tenantId String
// @param   $after    String   the last id of the page before
// @param   $limit    Integer
// @returns properties Map
MATCH (d:DeletedRelationship)
WHERE d.tenant = $tenantId AND d.id > $after
RETURN properties(d) AS properties
ORDER BY d.tenant, d.id
LIMIT $limit
