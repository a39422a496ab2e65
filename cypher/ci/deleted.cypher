// Locks a deleted CI and reads it with the identifiers that it still holds. A CI that another transaction restored before the
// lock was acquired is not returned.
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
