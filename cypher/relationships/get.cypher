// Relationships by id, with both ends. An id does not reveal its type, so the index of every type is searched.
//
//   Run as it stands, the file covers DEPENDS_ON alone: the lines of `@each` are repeated for every type.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns one row for each relationship
UNWIND $ids AS wanted
CALL (wanted) {
  // @each type in allTypes, between UNION ALL
  MATCH ()-[r:DEPENDS_ON/*type*/]->()
  USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  // @end
}
WITH r, startNode(r) AS a, endNode(r) AS b
RETURN r.id AS id, type(r) AS graphType, r.kind AS kind, r.spelling AS spelling,
       a.id AS sourceId, a.name AS sourceName, a.type AS sourceType,
       b.id AS targetId, b.name AS targetName, b.type AS targetType,
       r.attributes AS attributes, r.discoveredBy AS discoveredBy, r.confidence AS confidence,
       r.firstSeen AS firstSeen, r.lastSeen AS lastSeen,
       r.missingSince AS missingSince, r.observer AS observer, r.confirmedAt AS confirmedAt, r.createdAt AS createdAt, r.createdBy AS createdBy,
       r.updatedAt AS updatedAt, r.version AS version
