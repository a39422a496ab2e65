// Number of a tenant's relationships of one built-in type, and the change stamp before the count.
//
// @access  READ
// @param   $tenantId  String
// @param   $includeAi Boolean  whether relationships that a model found count
// @literal type Type allTypes
// @returns stamp Integer, total Integer
CALL {
  MATCH (s:ChangeStamp)
  WHERE s.tenant = $tenantId AND s.shard >= 0
  RETURN coalesce(sum(s.n), 0) AS stamp
}
CALL {
  MATCH ()-[r:DEPENDS_ON/*type*/]->()
  USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS total
}
RETURN stamp, total
