// A tenant's Software CIs whose process names stand on themselves alone: those that no built-in knowledge gave.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String        software
// @param   $sources  List<String>  who said the names
// @returns name, attributes (JSON text)
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt >= '' AND c.id IS NOT NULL
  AND c.`attributes.process_source` IN $sources
RETURN c.name AS name, c.attributes AS attributes
