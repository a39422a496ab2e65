// Removes a relationship whose ends are locked. What the scanners of both said last is to be heard again: a scan may have
// found it, and will find it anew.
//
// @access  WRITE
// @param   $tenantId String
// @param   $id       String
// @literal type   Type allTypes
// @returns removed Integer
MATCH (a)-[r:DEPENDS_ON/*type*/]->(b)
USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id = $id
DELETE r
SET a.scanHashes = null, b.scanHashes = null
RETURN count(*) AS removed
