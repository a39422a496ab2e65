// One page of the relationships from one CI to another, newest first, with their exact number.
//
// @access  READ
// @param   $tenantId  String
// @param   $sourceId  String
// @param   $targetId  String
// @param   $kind      String|null   key of a type of the tenant's own
// @param   $includeAi Boolean       whether those that a model found are shown
// @param   $at        String        bound of the creation time
// @param   $id        String        bound of the id among equals
// @param   $skip      Integer
// @param   $limit     Integer
// @literal types  Type allTypes
// @literal order  Word DESC|ASC
// @literal beyond Word <|>
// @types   allTypes
// @returns total Integer, items List<Map>; no row where one of the CIs does not exist
MATCH (a:CI {tenant: $tenantId, id: $sourceId})
MATCH (b:CI {tenant: $tenantId, id: $targetId})
CALL (a, b) {
  MATCH (a)-[r:DEPENDS_ON/*allTypes*//*types*/]->(b)
  WHERE ($kind IS NULL OR r.kind = $kind) AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS total
}
RETURN total, COLLECT {
  MATCH (a)-[r:DEPENDS_ON/*allTypes*//*types*/]->(b)
  WHERE ($kind IS NULL OR r.kind = $kind) AND ($includeAi OR r.aiFound IS NULL)
    AND (r.createdAt </*beyond*/ $at OR (r.createdAt = $at AND r.id </*beyond*/ $id))
  WITH r, a, b ORDER BY r.createdAt DESC/*order*/, r.id DESC/*order*/ SKIP $skip LIMIT $limit
  RETURN r {.id, graphType: type(r), .kind, .spelling, sourceId: a.id, sourceName: a.name, sourceType: a.type,
                targetId: b.id, targetName: b.name, targetType: b.type, .attributes, .discoveredBy, .confidence,
                .firstSeen, .lastSeen, .missingSince, .observer, .createdAt, .createdBy, .updatedAt, .version} AS item
} AS items
