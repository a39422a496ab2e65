// Whether a tenant has a business service with this id.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @returns id String
MATCH (s:CI {tenant: $tenantId, id: $id})
WHERE s.type = 'business_service'
RETURN s.id AS id
