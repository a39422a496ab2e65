// A tenant's own relationship types.
//
// @access  READ
// @param   $tenantId String
// @returns properties Map
MATCH (t:RelationshipType)
WHERE t.tenant = $tenantId AND t.name IS NOT NULL
RETURN properties(t) AS properties
