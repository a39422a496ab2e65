// Relationship types of a tenant's own.
//
// @access  READ
// @param   $tenantId String
// @returns properties Map
MATCH (t:RelationshipType)
WHERE t.tenant = $tenantId AND t.name IS NOT NULL
RETURN properties(t) AS properties
