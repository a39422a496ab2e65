// Number of a tenant's relationships by minute of creation. Their sum is the total, and they locate a distant page without
// sorting everything before it. The change stamp is read first: a write between the two reads makes it older than the count.
//
//   Run as it stands, the file covers DEPENDS_ON alone: the lines of `@each` are repeated for every type.
//
// @access  READ
// @param   $tenantId  String
// @param   $includeAi Boolean  whether relationships that a model found count
// @returns stamp Integer, minute String, n Integer; newest first
CALL {
  MATCH (s:ChangeStamp)
  WHERE s.tenant = $tenantId AND s.shard >= 0
  RETURN coalesce(sum(s.n), 0) AS stamp
}
CALL {
  // @each type in allTypes, between UNION ALL
  MATCH ()-[r:DEPENDS_ON/*type*/]->()
  USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  // @end
}
RETURN stamp, minute, sum(made) AS n
ORDER BY minute DESC
