// CIs by id, each with its newest relationships. One round trip serves many callers.
//
//   Relationships that a model found (aiFound) are omitted: only lists show them, on request. The order is fixed because the
//   entity tag is a digest of it.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @literal maxRead          Integer 2000..2000  relationships of a hub that are read, in any order: bounds the cost
// @literal maxRelationships Integer 100..100    newest relationships returned for each CI
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns id, type, name, description, status, attributes, customFields, version, createdAt, createdBy, updatedAt, updatedBy,
// @returns relationships List<Map> {id, graphType, spelling, outgoing, ciId, ciName}
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c.id AS id, c.type AS type, c.name AS name, c.description AS description, c.status AS status,
       c.attributes AS attributes, c.customFields AS customFields, c.version AS version, c.createdAt AS createdAt,
       c.createdBy AS createdBy, c.updatedAt AS updatedAt, c.updatedBy AS updatedBy,
       COLLECT {
         MATCH (c)-[r:DEPENDS_ON/*allTypes*/]-(other:CI)
         WHERE r.aiFound IS NULL
         WITH c, r, other LIMIT 2000/*maxRead*/
         WITH c, r, other ORDER BY r.createdAt DESC, r.id DESC LIMIT 100/*maxRelationships*/
         RETURN {id: r.id, graphType: type(r), spelling: r.spelling, outgoing: startNode(r) = c, ciId: other.id,
                 ciName: other.name}
       } AS relationships
