// Removes one batch of a tenant's identifiers.
//
// @access  WRITE
// @param   $tenantId String
// @param   $limit    Integer
// @returns removed Integer
MATCH (i:Identifier)
WHERE i.tenant = $tenantId AND i.kind > '' AND i.value IS NOT NULL
WITH i LIMIT $limit
DETACH DELETE i
RETURN count(*) AS removed
