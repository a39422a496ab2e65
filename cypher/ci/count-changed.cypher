// How many CIs of a tenant were created or changed since a time.
//
// @access  READ
// @param   $tenantId String
// @param   $since    String  ISO 8601 in UTC
// @returns total Integer
MATCH (c:CI)
USING INDEX c:CI(tenant, updatedAt, id)
WHERE c.tenant = $tenantId AND c.updatedAt >= $since AND c.id IS NOT NULL
RETURN count(c) AS total
