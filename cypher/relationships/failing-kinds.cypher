// A tenant's own relationship types on which a failure travels.
//
// @access  READ
// @param   $tenantId String
// @returns name String, failure String
MATCH (t:RelationshipType)
WHERE t.tenant = $tenantId AND t.name IS NOT NULL AND t.failure <> 'none'
RETURN t.name AS name, t.failure AS failure
ORDER BY t.name
