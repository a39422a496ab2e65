// Number of a tenant's deleted CIs that match the filters.
//
// @access  READ
// @param   $tenantId String
// @param   $types    List<String>|null  canonical
// @param   $name     String             part of the comparable name; empty: any
// @returns total Integer
MATCH (c:DeletedCI)
USING INDEX c:DeletedCI(tenant, deletedAt)
WHERE c.tenant = $tenantId AND c.deletedAt >= ''
  AND ($types IS NULL OR c.type IN $types)
  AND ($name = '' OR c.nameKey CONTAINS $name)
RETURN count(c) AS total
