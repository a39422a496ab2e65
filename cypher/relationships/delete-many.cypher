// Removes relationships of one type whose ends are locked. What the scanners of both said last is to be heard again: a scan
// may have found them, and will find them anew.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>  sorted
// @literal type   Word DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|INSTANCE_OF|MEMBER_OF|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|MANAGED_BY|OWNED_BY|LOCATED_IN|RELATED
// @returns removed Integer
UNWIND $ids AS id
MATCH (a)-[r:DEPENDS_ON/*type*/]->(b)
USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id = id
DELETE r
SET a.scanHashes = null, b.scanHashes = null
RETURN count(*) AS removed
