// Whether a CI of the tenant has this id.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @returns id String
MATCH (c:CI {tenant: $tenantId, id: $id})
RETURN c.id AS id
