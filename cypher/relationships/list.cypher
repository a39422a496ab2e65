// One page of a tenant's relationships of every type, newest first.
//
//   Each type is an ordered seek of its own that ends after the rows up to the end of the page; the query merges the results.
//   The cursor bound and the order name the columns of the index, so a page at any depth costs as much as the first. The
//   change stamp tells whether a known total is still exact.
//
//   Run as it stands, the file covers DEPENDS_ON alone: the lines of `@each` are repeated for every type.
//
// @access  READ
// @param   $tenantId       String
// @param   $includeAi      Boolean  whether relationships that a model found are returned
// @param   $boundCreatedAt String   creation time of the last relationship of the page before
// @param   $boundId        String   id of that relationship
// @param   $skip           Integer
// @param   $limit          Integer
// @param   $rowsPerType    Integer  skip + limit
// @literal order  Word DESC|ASC
// @literal edge   Word <=|>=
// @literal beyond Word <|>
// @returns one row for each relationship: stamp, its columns and both ends
CALL {
  MATCH (s:ChangeStamp)
  WHERE s.tenant = $tenantId AND s.shard >= 0
  RETURN coalesce(sum(s.n), 0) AS stamp
}
CALL {
  // @each type in allTypes, between UNION ALL
  MATCH ()-[r:DEPENDS_ON/*type*/]->()
  USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt <=/*edge*/ $boundCreatedAt AND r.id IS NOT NULL
    AND CASE r.createdAt WHEN $boundCreatedAt THEN r.id </*beyond*/ $boundId ELSE true END
    AND ($includeAi OR r.aiFound IS NULL)
  RETURN r ORDER BY r.tenant DESC/*order*/, r.createdAt DESC/*order*/, r.id DESC/*order*/ LIMIT $rowsPerType
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
       r.missingSince AS missingSince, r.observer AS observer, r.confirmedAt AS confirmedAt, r.createdAt AS createdAt, r.createdBy AS createdBy,
       r.updatedAt AS updatedAt, r.version AS version
