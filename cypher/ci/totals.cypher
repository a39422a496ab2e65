// How many CIs of each type and status a tenant has.
//
// @access  READ
// @param   $tenantId String
// @returns type String, status String, total Integer
MATCH (c:CI)
WHERE c.tenant = $tenantId AND c.id > ''
RETURN c.type AS type, c.status AS status, count(*) AS total
