// CIs with their locks taken, in the order given, as they stand now: the first half of every read-then-write.
//
//   A CI that was deleted while its lock was waited for is left out: it was found by its key, but is no CI any more.
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
