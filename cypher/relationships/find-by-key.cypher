// Relationships of one type by key. While both ends are locked, a key that is not found does not exist.
//
// @access  READ
// @param   $tenantId String
// @param   $keys     List<String>
// @literal type Type allTypes
// @returns key String, id String
UNWIND $keys AS wanted
MATCH ()-[r:DEPENDS_ON/*type*/]->()
USING INDEX SEEK r:DEPENDS_ON/*type*/(key)
WHERE r.key = wanted AND r.tenant = $tenantId
RETURN r.key AS key, r.id AS id
