// CIs of a type whose names begin alike: members of one role, to compare with each other.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String
// @param   $prefix   String   beginning of a name in comparable form
// @literal maxPeers  Integer 30..30
// @returns id String, name String, attributes String
MATCH (c:CI)
USING INDEX c:CI(tenant, type, nameKey, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.nameKey STARTS WITH $prefix AND c.id IS NOT NULL
WITH c LIMIT 30/*maxPeers*/
WITH c WHERE c.status = 'active'
RETURN c.id AS id, c.name AS name, c.attributes AS attributes
