// One page of a tenant's relationships of one type that name a process, ordered by id, with the operating systems of both
// ends.
//
// @access  READ
// @param   $tenantId String
// @param   $afterId  String   the last id of the page before
// @param   $limit    Integer
// @literal type Type processTypes
// @returns id, sourceProcess, targetProcess, isMapped, and of each end os, osGuess, customFields
MATCH (a)-[r:CONNECTED_TO/*type*/]->(b)
USING INDEX SEEK r:CONNECTED_TO/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id > $afterId AND (r.sourceProcess IS NOT NULL OR r.targetProcess IS NOT NULL)
WITH a, r, b ORDER BY r.tenant, r.id LIMIT $limit
RETURN r.id AS id, r.sourceProcess AS sourceProcess, r.targetProcess AS targetProcess,
       r.applicationName IS NOT NULL AS isMapped,
       toString(a.`attributes.os`) AS sourceOs, toString(a.`custom_fields.os_guess`) AS sourceGuess,
       CASE WHEN a.`attributes.os` IS NULL THEN a.customFields END AS sourceFields,
       toString(b.`attributes.os`) AS targetOs, toString(b.`custom_fields.os_guess`) AS targetGuess,
       CASE WHEN b.`attributes.os` IS NULL THEN b.customFields END AS targetFields
