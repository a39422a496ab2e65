// Removes connections that a better known one has replaced.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>  sorted
// @returns removed Integer
UNWIND $ids AS id
MATCH ()-[r:CONNECTED_TO]->()
USING INDEX SEEK r:CONNECTED_TO(tenant, id)
WHERE r.tenant = $tenantId AND r.id = id
DELETE r
RETURN count(*) AS removed
