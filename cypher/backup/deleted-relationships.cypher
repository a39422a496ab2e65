// One page of a tenant's relationships of deleted CIs, which are kept for their restoration.
//
// @access  READ
// @param   $tenantId String
// @param   $afterId  String   the last id of the page before
// @param   $limit    Integer
// @returns properties Map
MATCH (d:DeletedRelationship)
WHERE d.tenant = $tenantId AND d.id > $afterId
RETURN properties(d) AS properties
ORDER BY d.tenant, d.id
LIMIT $limit
