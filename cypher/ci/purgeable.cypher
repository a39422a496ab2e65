// CIs that were deleted before a time, longest ago first.
//
// @access  READ
// @param   $tenantId String
// @param   $before   String
// @param   $limit    Integer
// @returns id String
MATCH (c:DeletedCI)
WHERE c.tenant = $tenantId AND c.deletedAt < $before
RETURN c.id AS id
ORDER BY c.tenant, c.deletedAt
LIMIT $limit
