// Removes a batch of the marks of a tenant's changes.
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
