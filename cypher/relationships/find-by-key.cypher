// Relationships of one type that have one of these keys. With both ends locked, what is not found does not exist.
//
// @access  READ
// @param   $tenantId String
// @param   $keys     List<String>
// @literal type   Word DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|INSTANCE_OF|MEMBER_OF|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|MANAGED_BY|OWNED_BY|LOCATED_IN|RELATED
// @returns key String, id String
UNWIND $keys AS wanted
MATCH ()-[r:DEPENDS_ON/*type*/]->()
USING INDEX SEEK r:DEPENDS_ON/*type*/(key)
WHERE r.key = wanted AND r.tenant = $tenantId
RETURN r.key AS key, r.id AS id
