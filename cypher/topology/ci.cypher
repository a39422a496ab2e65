// Whether a tenant has a CI.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @returns id String, name String
MATCH (c:CI {tenant: $tenantId, id: $id})
RETURN c.id AS id, c.name AS name
