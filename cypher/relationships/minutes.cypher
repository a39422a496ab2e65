// How many relationships a tenant made in each minute: their sum is the total, and they tell where a far page begins, so
// that it need not sort all that comes before it. The stamp is read first: a write between the two makes it older than
// the count.
//
// @access  READ
// @param   $tenantId  String
// @param   $includeAi Boolean   whether those that a model found count
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
