// Links instances that a scan observes again to their server, and activates inactive ones.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, serverId, properties, link}, sorted by id
// @returns id String, linked Boolean
UNWIND $items AS item
MATCH (instance:CI {tenant: $tenantId, id: item.id})
MATCH (server:CI {tenant: $tenantId, id: item.serverId})
SET instance += item.properties
FOREACH (_ IN CASE item.properties.status WHEN 'inactive' THEN [1] ELSE [] END | SET instance:Inactive)
FOREACH (_ IN CASE WHEN item.properties.status <> 'inactive' THEN [1] ELSE [] END | REMOVE instance:Inactive)
MERGE (instance)-[r:INSTALLED_ON {key: item.link.key}]->(server)
  ON CREATE SET r += item.link, r.tenant = $tenantId, r.fresh = true
WITH item, r, r.fresh AS fresh
SET r.fresh = null
RETURN item.id AS id, fresh IS NOT NULL AS linked
