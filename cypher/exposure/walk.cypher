// One page of a tenant's installed programs in the order of their creation.
//
//   The cursor bound and the order name the columns of one index: each page is an ordered seek.
//
// @access  READ
// @param   $tenantId       String
// @param   $type           String   software_instance or business_service
// @param   $afterCreatedAt String   creation time of the last CI of the page before
// @param   $afterId        String   id of that CI
// @param   $limit          Integer
// @returns id String, createdAt String
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt >= $afterCreatedAt AND c.id IS NOT NULL
  AND CASE WHEN c.createdAt = $afterCreatedAt THEN c.id > $afterId ELSE true END
WITH c ORDER BY c.tenant, c.type, c.createdAt, c.id LIMIT $limit
RETURN c.id AS id, c.createdAt AS createdAt
