// A tenant's own relationship types, ordered by name.
//
// @access  READ
// @param   $tenantId String
// @returns name String, spelling String, failure String
MATCH (t:RelationshipType)
WHERE t.tenant = $tenantId AND t.name IS NOT NULL
RETURN t.name AS name, t.spelling AS spelling, t.failure AS failure
ORDER BY t.name
