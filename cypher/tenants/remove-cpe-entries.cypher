// Removes one batch of a tenant's CPE names.
//
// @access  WRITE
// @param   $tenantId String
// @param   $limit    Integer
// @returns removed Integer
MATCH (e:CpeEntry)
WHERE e.tenant = $tenantId AND e.name > ''
WITH e LIMIT $limit
DETACH DELETE e
RETURN count(*) AS removed
