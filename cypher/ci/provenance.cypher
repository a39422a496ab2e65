// A CI with the sources of its values.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @returns ci Map
MATCH (c:CI {tenant: $tenantId, id: $id})
RETURN c {.id, .type, .name, .description, .status, .attributes, .customFields, .version, .createdAt, .createdBy,
          .updatedAt, .updatedBy, .source, .observedAt, .provenance} AS ci
