// Number of a tenant's relationships of one type that name a process, and of those whose application is known.
//
// @access  READ
// @param   $tenantId String
// @literal type Type processTypes
// @returns total, withProcess, withApplication, unmapped: Integer
MATCH ()-[r:CONNECTED_TO/*type*/]->()
USING INDEX SEEK r:CONNECTED_TO/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id IS NOT NULL
WITH r.sourceProcess IS NOT NULL OR r.targetProcess IS NOT NULL AS named, r.applicationName IS NOT NULL AS mapped
RETURN count(*) AS total, sum(CASE WHEN named THEN 1 ELSE 0 END) AS withProcess,
       sum(CASE WHEN mapped THEN 1 ELSE 0 END) AS withApplication,
       sum(CASE WHEN named AND NOT mapped THEN 1 ELSE 0 END) AS unmapped
