// Number of a tenant's CIs of one type of the software hierarchy.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String       software_instance or software
// @param   $family   String|null
// @returns total Integer
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt >= '' AND c.id IS NOT NULL
  AND ($family IS NULL OR coalesce(c.`attributes.family`, c.`attributes.software_family`) = $family)
RETURN count(c) AS total
