// Writes changed properties of a relationship whose ends are locked. null removes a property.
//
// @access  WRITE
// @param   $tenantId   String
// @param   $id         String
// @param   $properties Map
// @literal type   Word DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|INSTANCE_OF|MEMBER_OF|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|MANAGED_BY|OWNED_BY|LOCATED_IN|RELATED
// @returns id String
MATCH (a)-[r:DEPENDS_ON/*type*/]->(b)
USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id = $id
SET r += $properties
FOREACH (_ IN CASE WHEN $properties.aiFound IS NULL THEN [] ELSE [1] END | SET a:AiLinked, b:AiLinked)
RETURN r.id AS id
