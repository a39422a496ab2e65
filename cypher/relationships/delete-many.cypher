// Removes relationships of one type whose ends are locked. What the scanners of both said last is to be heard again: a scan
// may have found them, and will find them anew.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>  sorted
// @literal type   Type allTypes
// @returns removed Integer
UNWIND $ids AS id
MATCH (a)-[r:DEPENDS_ON/*type*/]->(b)
USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id = id
DELETE r
SET a.scanHashes = null, b.scanHashes = null
RETURN count(*) AS removed
