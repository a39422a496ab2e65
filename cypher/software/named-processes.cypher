// A tenant's Software CIs whose process names come from one of the given sources, and not from the built-in catalogue.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String        software
// @param   $sources  List<String>  sources of process names
// @returns name, attributes (JSON text)
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt >= '' AND c.id IS NOT NULL
  AND c.`attributes.process_source` IN $sources
RETURN c.name AS name, c.attributes AS attributes
