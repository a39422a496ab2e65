// Ids of a tenant's CIs that can be embedded, one page in the order of ids. Instances of software are omitted: they are
// found by the texts of their servers and by words.
//
// @access  READ
// @param   $tenantId String
// @param   $afterId  String
// @param   $limit    Integer
// @returns id
MATCH (c:CI)
WHERE c.tenant = $tenantId AND c.id > $afterId AND NOT c:SoftwareInstance
RETURN c.id AS id
ORDER BY c.tenant, c.id
LIMIT $limit
