// Which of these CIs are active.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns id String
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
WHERE c.status = 'active'
RETURN c.id AS id
