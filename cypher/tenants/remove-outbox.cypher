// Removes one batch of a tenant's pending changes.
//
//   The outbox has no index by tenant: the query reads it in the order of ids. It is usually almost empty.
//
// @access  WRITE
// @param   $tenantId String
// @param   $limit    Integer
// @returns removed Integer
MATCH (o:Outbox)
WHERE o.id > '' AND o.tenant = $tenantId
WITH o LIMIT $limit
DETACH DELETE o
RETURN count(*) AS removed
