// A deleted CI with its lock taken, as it stood, and the identifiers it still holds.
//
// @access  WRITE
// @param   $tenantId String
// @param   $id       String
// @returns ci Map, identifiers List<Map> {kind, value}
MATCH (c:DeletedCI {tenant: $tenantId, id: $id})
SET c.lock = true
RETURN c {.id, .type, .name, .description, .status, .attributes, .customFields, .version, .createdAt, .createdBy,
          .updatedAt, .updatedBy, .source, .observedAt, .provenance} AS ci,
       COLLECT { MATCH (c)-[:IDENTIFIED_BY]->(i:Identifier) RETURN i {.kind, .value} } AS identifiers
