// How many CIs of each type and status a tenant has, from the index alone.
//
// @access  READ
// @param   $tenantId String
// @returns type String, status String, total Integer
MATCH (c:CI)
USING INDEX c:CI(tenant, type, status)
WHERE c.tenant = $tenantId AND c.type >= '' AND c.status IS NOT NULL
RETURN c.type AS type, c.status AS status, count(*) AS total
