// Number of a tenant's relationships of one type of its own, and the change stamp before the count.
//
// @access  READ
// @param   $tenantId  String
// @param   $kind      String   key of the type, upper snake
// @param   $includeAi Boolean  whether relationships that a model found count
// @returns stamp Integer, total Integer
CALL {
  MATCH (s:ChangeStamp)
  WHERE s.tenant = $tenantId AND s.shard >= 0
  RETURN coalesce(sum(s.n), 0) AS stamp
}
CALL {
  MATCH ()-[r:RELATED]->()
  USING INDEX SEEK r:RELATED(tenant, kind, createdAt, id)
  WHERE r.tenant = $tenantId AND r.kind = $kind AND r.createdAt IS NOT NULL AND r.id IS NOT NULL
    AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS total
}
RETURN stamp, total
