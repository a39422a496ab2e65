// Software instances that scans found on servers: those installed now, and, by id, those that were before.
//
// @access  READ
// @param   $tenantId  String
// @param   $serverIds List<String>
// @returns serverId String, installed List<String>
UNWIND $serverIds AS serverId
MATCH (server:CI {tenant: $tenantId, id: serverId})
RETURN serverId,
       COLLECT {
         MATCH (server)<-[r:INSTALLED_ON]-(instance:CI)
         WHERE r.discoveredBy STARTS WITH 'scan:'
         RETURN instance.id
       } AS installed
