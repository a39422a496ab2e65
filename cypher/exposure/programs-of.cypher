// The programs on a server, or a program itself, for a bill of materials.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @returns server Map, programs List<Map>; no row for a CI that does not exist
MATCH (s:CI {tenant: $tenantId, id: $id})
RETURN s {.id, .name, .attributes, .customFields} AS server,
       COLLECT {
         MATCH (s)<-[:INSTALLED_ON]-(c:CI) WHERE c.status <> 'inactive'
         RETURN c {.id, .name, .attributes} ORDER BY c.name, c.id
       } AS programs
