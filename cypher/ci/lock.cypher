// Locks CIs in the given order and then reads them: the first half of every read-then-write.
//
//   A CI that another transaction deleted before its lock was acquired is not returned.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>  sorted, each once
// @returns ci Map, identifiers List<Map> {kind, value}
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
SET c.lock = true
WITH c
WHERE c.deletedAt IS NULL
RETURN c {.id, .type, .name, .description, .status, .attributes, .customFields, .version, .createdAt, .createdBy,
          .updatedAt, .updatedBy, .source, .observedAt, .provenance} AS ci,
       COLLECT { MATCH (c)-[:IDENTIFIED_BY]->(i:Identifier) RETURN i {.kind, .value} } AS identifiers
