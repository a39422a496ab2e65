// Creates software instances, each with its relationship to the server on which it is installed.
//
// @access  WRITE
// @param   $tenantId String
// @param   $servers  List<Map>  {id, instances: [{properties, link}]}, sorted by id; the server is locked
// @returns created Integer
UNWIND $servers AS host
MATCH (server:CI {tenant: $tenantId, id: host.id})
CALL (server, host) {
  UNWIND host.instances AS item
  CREATE (instance:CI:SoftwareInstance)
  SET instance = item.properties, instance.tenant = $tenantId
  FOREACH (_ IN CASE item.properties.status WHEN 'inactive' THEN [1] ELSE [] END | SET instance:Inactive)
  CREATE (instance)-[r:INSTALLED_ON]->(server)
  SET r = item.link, r.tenant = $tenantId
}
RETURN count(server) AS created
