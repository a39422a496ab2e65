// Whether the tenant has a CI with this id.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @returns id String
MATCH (c:CI {tenant: $tenantId, id: $id})
RETURN c.id AS id
