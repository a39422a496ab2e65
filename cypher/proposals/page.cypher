// Ids of CIs that may have relationships proposed, in the order of ids, a page after an id.
//
// @access  READ
// @param   $tenantId String
// @param   $after    String   id of the last CI of the page before; empty for the first page
// @param   $limit    Integer
// @returns id String, type String
MATCH (c:CI)
USING INDEX c:CI(tenant, id)
WHERE c.tenant = $tenantId AND c.id > $after
RETURN c.id AS id, c.type AS type
ORDER BY c.tenant, c.id LIMIT $limit
