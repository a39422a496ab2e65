// How long the free fields of CIs are, in the order of their ids, a page after an id.
//
// @access  READ
// @param   $tenantId String
// @param   $after    String   id of the last CI of the page before; empty for the first page
// @param   $limit    Integer
// @returns size Integer
MATCH (c:CI)
USING INDEX c:CI(tenant, id)
WHERE c.tenant = $tenantId AND c.id > $after
RETURN size(coalesce(c.attributes, '')) + size(coalesce(c.customFields, '')) AS size
ORDER BY c.tenant, c.id LIMIT $limit
