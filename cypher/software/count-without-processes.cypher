// Number of a tenant's Software CIs without process names.
//
// @access  READ
// @param   $tenantId       String
// @param   $type           String        software
// @param   $mappedNameKeys List<String>  name keys of software with process names in the tenant's own mappings
// @param   $family         String|null
// @returns total Integer
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt >= '' AND c.id IS NOT NULL
  AND c.`attributes.process_source` IS NULL AND NOT c.nameKey IN $mappedNameKeys
  AND ($family IS NULL OR c.`attributes.family` = $family)
RETURN count(c) AS total
