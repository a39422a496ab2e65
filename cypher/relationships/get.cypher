// Relationships by id, with both ends. An id does not tell its type, so each type's index is asked.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns one row a relationship
UNWIND $ids AS wanted
CALL (wanted) {
  MATCH ()-[r:DEPENDS_ON]->()
  USING INDEX SEEK r:DEPENDS_ON(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:RUNS_ON]->()
  USING INDEX SEEK r:RUNS_ON(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:INSTALLED_ON]->()
  USING INDEX SEEK r:INSTALLED_ON(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:CONNECTED_TO]->()
  USING INDEX SEEK r:CONNECTED_TO(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:INSTANCE_OF]->()
  USING INDEX SEEK r:INSTANCE_OF(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:MEMBER_OF]->()
  USING INDEX SEEK r:MEMBER_OF(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:PART_OF]->()
  USING INDEX SEEK r:PART_OF(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:HOSTED_BY]->()
  USING INDEX SEEK r:HOSTED_BY(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:USES]->()
  USING INDEX SEEK r:USES(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:ROUTES_THROUGH]->()
  USING INDEX SEEK r:ROUTES_THROUGH(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:COMMUNICATES_WITH]->()
  USING INDEX SEEK r:COMMUNICATES_WITH(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:MANAGED_BY]->()
  USING INDEX SEEK r:MANAGED_BY(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:OWNED_BY]->()
  USING INDEX SEEK r:OWNED_BY(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:LOCATED_IN]->()
  USING INDEX SEEK r:LOCATED_IN(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
  UNION ALL
  MATCH ()-[r:RELATED]->()
  USING INDEX SEEK r:RELATED(tenant, id)
  WHERE r.tenant = $tenantId AND r.id = wanted
  RETURN r
}
WITH r, startNode(r) AS a, endNode(r) AS b
RETURN r.id AS id, type(r) AS graphType, r.kind AS kind, r.spelling AS spelling,
       a.id AS sourceId, a.name AS sourceName, a.type AS sourceType,
       b.id AS targetId, b.name AS targetName, b.type AS targetType,
       r.attributes AS attributes, r.discoveredBy AS discoveredBy, r.confidence AS confidence,
       r.firstSeen AS firstSeen, r.lastSeen AS lastSeen,
       r.missingSince AS missingSince, r.observer AS observer, r.createdAt AS createdAt, r.createdBy AS createdBy,
       r.updatedAt AS updatedAt, r.version AS version
