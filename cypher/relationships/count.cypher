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
  MATCH ()-[r:DEPENDS_ON]->()
  USING INDEX SEEK r:DEPENDS_ON(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:RUNS_ON]->()
  USING INDEX SEEK r:RUNS_ON(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:INSTALLED_ON]->()
  USING INDEX SEEK r:INSTALLED_ON(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:CONNECTED_TO]->()
  USING INDEX SEEK r:CONNECTED_TO(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:INSTANCE_OF]->()
  USING INDEX SEEK r:INSTANCE_OF(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:MEMBER_OF]->()
  USING INDEX SEEK r:MEMBER_OF(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:PART_OF]->()
  USING INDEX SEEK r:PART_OF(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:HOSTED_BY]->()
  USING INDEX SEEK r:HOSTED_BY(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:USES]->()
  USING INDEX SEEK r:USES(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:ROUTES_THROUGH]->()
  USING INDEX SEEK r:ROUTES_THROUGH(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:COMMUNICATES_WITH]->()
  USING INDEX SEEK r:COMMUNICATES_WITH(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:MANAGED_BY]->()
  USING INDEX SEEK r:MANAGED_BY(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:OWNED_BY]->()
  USING INDEX SEEK r:OWNED_BY(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:LOCATED_IN]->()
  USING INDEX SEEK r:LOCATED_IN(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
  UNION ALL
  MATCH ()-[r:RELATED]->()
  USING INDEX SEEK r:RELATED(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND ($includeAi OR r.aiFound IS NULL)
  RETURN count(r) AS n
}
RETURN stamp, sum(n) AS total
