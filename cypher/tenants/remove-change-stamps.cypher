// Removes one batch of a tenant's change stamps.
//
// @access  WRITE
// @param   $tenantId String
// @param   $limit    Integer
// @returns removed Integer
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
WITH s LIMIT $limit
DETACH DELETE s
RETURN count(*) AS removed
