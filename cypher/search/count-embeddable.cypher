// The number of a tenant's living CIs that can be embedded, after an id.
//
// @access  READ
// @param   $tenantId String
// @param   $afterId  String  only CIs with a greater id
// @returns total Integer
MATCH (c:CI)
WHERE c.tenant = $tenantId AND c.id > $afterId AND NOT c:SoftwareInstance
RETURN count(c) AS total
