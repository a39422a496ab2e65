// How many Software CIs of a tenant have no process names yet.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String             software
// @param   $named    List<String>       name keys of software of which a mapping of the tenant's own has process names
// @param   $family   String|null
// @returns total Integer
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt >= '' AND c.id IS NOT NULL
  AND c.`attributes.process_source` IS NULL AND NOT c.nameKey IN $named
  AND ($family IS NULL OR c.`attributes.family` = $family)
RETURN count(c) AS total
