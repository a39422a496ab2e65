// One page of the relationships from one CI to another, newest first, with their exact number.
//
// @access  READ
// @param   $tenantId       String
// @param   $sourceId       String
// @param   $targetId       String
// @param   $kind           String|null  key of the tenant's own type
// @param   $includeAi      Boolean      whether relationships that a model found are returned
// @param   $boundCreatedAt String       creation time of the last relationship of the page before
// @param   $boundId        String       id of that relationship
// @param   $skip           Integer
// @param   $limit          Integer
// @literal types  Type allTypes
// @literal order  Word DESC|ASC
// @literal beyond Word <|>
// @types   allTypes  run as it stands: DEPENDS_ON alone
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
    AND (r.createdAt </*beyond*/ $boundCreatedAt OR (r.createdAt = $boundCreatedAt AND r.id </*beyond*/ $boundId))
  WITH r, a, b ORDER BY r.createdAt DESC/*order*/, r.id DESC/*order*/ SKIP $skip LIMIT $limit
  RETURN r {.id, graphType: type(r), .kind, .spelling, sourceId: a.id, sourceName: a.name, sourceType: a.type,
                targetId: b.id, targetName: b.name, targetType: b.type, .attributes, .discoveredBy, .confidence,
                .firstSeen, .lastSeen, .missingSince, .observer, .confirmedAt, .createdAt, .createdBy, .updatedAt, .version} AS item
} AS items
