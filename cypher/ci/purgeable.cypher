// CIs that were deleted before a time, oldest deletion first.
//
// @access  READ
// @param   $tenantId      String
// @param   $deletedBefore String
// @param   $limit         Integer
// @returns id String
MATCH (c:DeletedCI)
WHERE c.tenant = $tenantId AND c.deletedAt < $deletedBefore
RETURN c.id AS id
ORDER BY c.tenant, c.deletedAt
LIMIT $limit
