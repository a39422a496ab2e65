// Removes one batch of a tenant's own relationship types.
//
// @access  WRITE
// @param   $tenantId String
// @param   $limit    Integer
// @returns removed Integer
MATCH (t:RelationshipType)
WHERE t.tenant = $tenantId AND t.name > ''
WITH t LIMIT $limit
DETACH DELETE t
RETURN count(*) AS removed
