// Software instances on servers: those that scans found, and those that a person linked.
//
// @access  READ
// @param   $tenantId  String
// @param   $serverIds List<String>
// @returns serverId String, found List<String>, linked List<String>; no row for a server without any
UNWIND $serverIds AS serverId
MATCH (server:CI {tenant: $tenantId, id: serverId})<-[r:INSTALLED_ON]-(instance:CI)
WITH serverId, instance.id AS id, coalesce(r.discoveredBy STARTS WITH 'scan:', false) AS byScan
RETURN serverId,
       collect(CASE WHEN byScan THEN id END) AS found,
       collect(CASE WHEN NOT byScan THEN id END) AS linked
