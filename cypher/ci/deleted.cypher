// A deleted CI with its lock taken, as it stood, and the identifiers it still holds. One that was restored while its
// lock was waited for is left out.
//
// @access  WRITE
// @param   $tenantId String
// @param   $id       String
// @returns ci Map, identifiers List<Map> {kind, value}
MATCH (c:DeletedCI {tenant: $tenantId, id: $id})
SET c.lock = true
WITH c
WHERE c.deletedAt IS NOT NULL
RETURN c {.id, .type, .name, .description, .status, .attributes, .customFields, .version, .createdAt, .createdBy,
          .updatedAt, .updatedBy, .source, .observedAt, .provenance} AS ci,
       COLLECT { MATCH (c)-[:IDENTIFIED_BY]->(i:Identifier) RETURN i {.kind, .value} } AS identifiers
