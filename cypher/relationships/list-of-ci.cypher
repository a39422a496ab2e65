// One page of a CI's relationships, newest first, with their exact number.
//
//   (app)-[:DEPENDS_ON]->(db)   outgoing for app, incoming for db: the literals `in` and `out` draw the arrow
//
// @access  READ
// @param   $tenantId       String
// @param   $ciId           String
// @param   $kind           String|null  key of the tenant's own type
// @param   $includeAi      Boolean      whether relationships that a model found are returned
// @param   $boundCreatedAt String       creation time of the last relationship of the page before
// @param   $boundId        String       id of that relationship
// @param   $skip           Integer
// @param   $limit          Integer
// @literal types  Type allTypes
// @literal in     Word -|<-
// @literal out    Word ->|-
// @literal order  Word DESC|ASC
// @literal beyond Word <|>
// @types   allTypes  run as it stands: DEPENDS_ON alone
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
    AND (r.createdAt </*beyond*/ $boundCreatedAt OR (r.createdAt = $boundCreatedAt AND r.id </*beyond*/ $boundId))
  WITH r ORDER BY r.createdAt DESC/*order*/, r.id DESC/*order*/ SKIP $skip LIMIT $limit
  WITH r, startNode(r) AS a, endNode(r) AS b
  RETURN r {.id, graphType: type(r), .kind, .spelling, sourceId: a.id, sourceName: a.name, sourceType: a.type,
                targetId: b.id, targetName: b.name, targetType: b.type, .attributes, .discoveredBy, .confidence,
                .firstSeen, .lastSeen, .missingSince, .observer, .confirmedAt, .createdAt, .createdBy, .updatedAt, .version} AS item
} AS items
