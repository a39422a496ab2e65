// One page of a tenant's relationships of every type, newest first.
//
//   Each type is an ordered seek of its own that ends after as many rows as the page reaches to; their heads are merged.
//   The bound and the order are spelled in the columns of the index, so any depth costs what the first page costs. The
//   stamp tells whether a known total is still exact.
//
// @access  READ
// @param   $tenantId  String
// @param   $includeAi Boolean       whether those that a model found are shown
// @param   $at        String        bound of the creation time
// @param   $id        String        bound of the id among equals
// @param   $skip      Integer
// @param   $limit     Integer
// @param   $reach     Integer       skip + limit
// @literal order  Word DESC|ASC
// @literal edge   Word <=|>=
// @literal beyond Word <|>
// @returns stamp and one row a relationship, with both ends
CALL {
  MATCH (s:ChangeStamp)
  WHERE s.tenant = $tenantId AND s.shard >= 0
  RETURN coalesce(sum(s.n), 0) AS stamp
}
CALL {
  // @each type in allTypes, between UNION ALL
  MATCH ()-[r:DEPENDS_ON/*type*/]->()
  USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt <=/*edge*/ $at AND r.id IS NOT NULL
    AND CASE r.createdAt WHEN $at THEN r.id </*beyond*/ $id ELSE true END
    AND ($includeAi OR r.aiFound IS NULL)
  RETURN r ORDER BY r.tenant DESC/*order*/, r.createdAt DESC/*order*/, r.id DESC/*order*/ LIMIT $reach
  // @end
}
WITH stamp, r
ORDER BY r.createdAt DESC/*order*/, r.id DESC/*order*/
SKIP $skip LIMIT $limit
WITH stamp, r, startNode(r) AS a, endNode(r) AS b
RETURN stamp, r.id AS id, type(r) AS graphType, r.kind AS kind, r.spelling AS spelling,
       a.id AS sourceId, a.name AS sourceName, a.type AS sourceType,
       b.id AS targetId, b.name AS targetName, b.type AS targetType,
       r.attributes AS attributes, r.discoveredBy AS discoveredBy, r.confidence AS confidence,
       r.firstSeen AS firstSeen, r.lastSeen AS lastSeen,
       r.missingSince AS missingSince, r.observer AS observer, r.createdAt AS createdAt, r.createdBy AS createdBy,
       r.updatedAt AS updatedAt, r.version AS version
