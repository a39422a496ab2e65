// Locks CIs in the given order, and then reads them with their newest relationships: ci/lock.cypher and the relationships of
// ci/get.cypher in one statement, for a change whose answer shows them.
//
//   A CI that another transaction deleted before its lock was acquired is not returned.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>  sorted, each once
// @literal maxRead          Integer 2000..2000  relationships of a hub that are read, in any order: bounds the cost
// @literal maxRelationships Integer 100..100    newest relationships returned for each CI
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns ci Map, identifiers List<Map> {kind, value},
// @returns relationships List<Map> {id, graphType, spelling, outgoing, ciId, ciName}
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
SET c.lock = true
WITH c
WHERE c.deletedAt IS NULL
RETURN c {.id, .type, .name, .description, .status, .attributes, .customFields, .version, .createdAt, .createdBy,
          .updatedAt, .updatedBy, .source, .observedAt, .provenance} AS ci,
       COLLECT { MATCH (c)-[:IDENTIFIED_BY]->(i:Identifier) RETURN i {.kind, .value} } AS identifiers,
       COLLECT {
         MATCH (c)-[r:DEPENDS_ON/*allTypes*/]-(other:CI)
         WHERE r.aiFound IS NULL
         WITH c, r, other LIMIT 2000/*maxRead*/
         WITH c, r, other ORDER BY r.createdAt DESC, r.id DESC LIMIT 100/*maxRelationships*/
         RETURN {id: r.id, graphType: type(r), spelling: r.spelling, outgoing: startNode(r) = c, ciId: other.id,
                 ciName: other.name}
       } AS relationships
