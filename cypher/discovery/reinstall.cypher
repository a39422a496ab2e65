// Instances that a scan sees again: active, and linked to their server once more.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, serverId, properties, link}, sorted by id
// @returns linked Integer
UNWIND $items AS item
MATCH (instance:CI {tenant: $tenantId, id: item.id})
MATCH (server:CI {tenant: $tenantId, id: item.serverId})
SET instance += item.properties
MERGE (instance)-[r:INSTALLED_ON {key: item.link.key}]->(server)
  ON CREATE SET r += item.link, r.tenant = $tenantId
RETURN count(r) AS linked
