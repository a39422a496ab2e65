// CIs with what an analysis reads of each: fields, whether it has a relationship, and CIs that hold the same identifiers.
//
//   Names are left out: two CIs of different types may share one.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns ci Map, isRelated Boolean, twins List<Map> {id, name, type, kind, value}
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c {.id, .name, .type, .status, .attributes, .customFields, .createdAt, .updatedAt, .observedAt} AS ci,
       EXISTS { MATCH (c)-[r:DEPENDS_ON/*allTypes*/]-(:CI) WHERE r.aiFound IS NULL } AS isRelated,
       COLLECT {
         MATCH (c)-[:IDENTIFIED_BY]->(i:Identifier)<-[:IDENTIFIED_BY]-(o:CI)
         WHERE i.kind IN ['serial', 'uuid', 'mac', 'ip'] AND o <> c AND o.status <> 'inactive'
         RETURN {id: o.id, name: o.name, type: o.type, kind: i.kind, value: i.value} LIMIT 20
       } AS twins
