// Removes one batch of a tenant's vectors.
//
// @access  WRITE
// @param   $tenantId String
// @param   $limit    Integer
// @literal label Word EmbeddingA|EmbeddingB
// @returns removed Integer
MATCH (e:EmbeddingA/*label*/)
WHERE e.tenant = $tenantId AND e.id > ''
WITH e LIMIT $limit
DELETE e
RETURN count(*) AS removed
