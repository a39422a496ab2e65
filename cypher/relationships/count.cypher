// Number of a tenant's relationships, and the change stamp before the count. A write between the two reads makes the stamp
// older than the count; the next list then counts again.
//
//   Run as it stands, the file covers DEPENDS_ON alone: the lines of `@each` are repeated for every type.
//
// @access  READ
// @param   $tenantId  String
// @param   $includeAi Boolean  whether relationships that a model found count
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
