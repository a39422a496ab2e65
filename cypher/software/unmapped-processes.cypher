// Processes without a known application that a tenant's relationships of one type name, most frequent first.
//
// @access  READ
// @param   $tenantId String
// @param   $limit    Integer
// @literal type Type processTypes
// @returns process String, count Integer
MATCH ()-[r:CONNECTED_TO/*type*/]->()
USING INDEX SEEK r:CONNECTED_TO/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND r.applicationName IS NULL
UNWIND [r.sourceProcess, r.targetProcess] AS process
WITH process WHERE process IS NOT NULL
WITH process, count(*) AS count ORDER BY count DESC, process LIMIT $limit
RETURN process, count
