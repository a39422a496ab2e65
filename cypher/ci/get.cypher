// CIs by id, each with its newest relationships, up to 100; reads of many callers in one round trip.
//
//   Relationships that a model found (aiFound) are left out: lists show them only when asked. The order is fixed, because
//   the entity tag digests it. Of a hub with more than 2,000 relationships any 2,000 are looked at, so that a read of the
//   hub costs no more than that.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @types   allTypes
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
         WITH c, r, other LIMIT 2000
         WITH c, r, other ORDER BY r.createdAt DESC, r.id DESC LIMIT 100
         RETURN {id: r.id, graphType: type(r), spelling: r.spelling, outgoing: startNode(r) = c, ciId: other.id,
                 ciName: other.name}
       } AS relationships
