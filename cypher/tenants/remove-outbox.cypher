// Removes a batch of a tenant's changes that are not delivered yet.
//
//   The outbox has no order by tenant: it is walked in the order of ids, and as a rule it is nearly empty.
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
