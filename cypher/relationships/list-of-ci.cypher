// One page of a CI's relationships, newest first, with their exact number.
//
//   (app)-[:DEPENDS_ON]->(db)   outgoing of app, incoming of db: the literals `in` and `out` draw the arrow
//
// @access  READ
// @param   $tenantId  String
// @param   $ciId      String
// @param   $kind      String|null   key of a type of the tenant's own
// @param   $includeAi Boolean       whether those that a model found are shown
// @param   $at        String        bound of the creation time
// @param   $id        String        bound of the id among equals
// @param   $skip      Integer
// @param   $limit     Integer
// @literal types  Type allTypes
// @literal in     Word -|<-
// @literal out    Word ->|-
// @literal order  Word DESC|ASC
// @literal beyond Word <|>
// @types   allTypes
// @returns total Integer, items List<Map>; no row where the CI does not exist
MATCH (c:CI {tenant: $tenantId, id: $ciId})
CALL (c) {
  MATCH (c)-/*in*/[r:DEPENDS_ON/*allTypes*//*types*/]->/*out*/(:CI)
  WHERE ($kind IS NULL OR r.kind = $kind) AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS total
}
RETURN total, COLLECT {
  MATCH (c)-/*in*/[r:DEPENDS_ON/*allTypes*//*types*/]->/*out*/(:CI)
  WHERE ($kind IS NULL OR r.kind = $kind) AND ($includeAi OR r.aiFound IS NULL)
    AND (r.createdAt </*beyond*/ $at OR (r.createdAt = $at AND r.id </*beyond*/ $id))
  WITH r ORDER BY r.createdAt DESC/*order*/, r.id DESC/*order*/ SKIP $skip LIMIT $limit
  WITH r, startNode(r) AS a, endNode(r) AS b
  RETURN r {.id, graphType: type(r), .kind, .spelling, sourceId: a.id, sourceName: a.name, sourceType: a.type,
                targetId: b.id, targetName: b.name, targetType: b.type, .attributes, .discoveredBy, .confidence,
                .firstSeen, .lastSeen, .missingSince, .observer, .createdAt, .createdBy, .updatedAt, .version} AS item
} AS items
