// How many relationships a tenant has, and the stamp under which they were counted. The stamp is read first: a write
// between the two makes it older than the count, and the next list counts again.
//
// @access  READ
// @param   $tenantId  String
// @param   $includeAi Boolean   whether those that a model found count
// @returns stamp Integer, total Integer
CALL {
  MATCH (s:ChangeStamp)
  WHERE s.tenant = $tenantId AND s.shard >= 0
  RETURN coalesce(sum(s.n), 0) AS stamp
}
CALL {
  // @each type in allTypes, between UNION ALL
  MATCH ()-[r:DEPENDS_ON/*type*/]->()
  USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  // @end
}
RETURN stamp, sum(n) AS total
