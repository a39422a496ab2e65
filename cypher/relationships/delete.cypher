// Removes a relationship. Both ends are locked. Their next scan is processed in full: it may have found the
// relationship, and then creates it again.
//
// @access  WRITE
// @param   $tenantId String
// @param   $id       String
// @literal type Type allTypes
// @returns removed Integer
MATCH (a)-[r:DEPENDS_ON/*type*/]->(b)
USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id = $id
DELETE r
SET a.scanHashes = null, b.scanHashes = null
RETURN count(*) AS removed
