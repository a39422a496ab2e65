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
  MATCH ()-[r:DEPENDS_ON]->()
  USING INDEX SEEK r:DEPENDS_ON(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:RUNS_ON]->()
  USING INDEX SEEK r:RUNS_ON(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:INSTALLED_ON]->()
  USING INDEX SEEK r:INSTALLED_ON(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:CONNECTED_TO]->()
  USING INDEX SEEK r:CONNECTED_TO(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:INSTANCE_OF]->()
  USING INDEX SEEK r:INSTANCE_OF(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:MEMBER_OF]->()
  USING INDEX SEEK r:MEMBER_OF(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:PART_OF]->()
  USING INDEX SEEK r:PART_OF(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:HOSTED_BY]->()
  USING INDEX SEEK r:HOSTED_BY(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:USES]->()
  USING INDEX SEEK r:USES(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:ROUTES_THROUGH]->()
  USING INDEX SEEK r:ROUTES_THROUGH(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:COMMUNICATES_WITH]->()
  USING INDEX SEEK r:COMMUNICATES_WITH(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:MANAGED_BY]->()
  USING INDEX SEEK r:MANAGED_BY(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:OWNED_BY]->()
  USING INDEX SEEK r:OWNED_BY(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:LOCATED_IN]->()
  USING INDEX SEEK r:LOCATED_IN(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
  UNION ALL
  MATCH ()-[r:RELATED]->()
  USING INDEX SEEK r:RELATED(tenant, createdAt, id)
  WHERE r.tenant = $tenantId AND r.createdAt IS NOT NULL AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN substring(r.createdAt, 0, 16) AS minute, count(r) AS made
}
RETURN stamp, minute, sum(made) AS n
ORDER BY minute DESC
