// Creates connections between CIs. A connection that another batch has created in the meantime stays unchanged.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {source, target, properties}, sorted by source and target; the ends are locked
// @returns id String, created Boolean
UNWIND $items AS item
MATCH (source:CI {tenant: $tenantId, id: item.source})
MATCH (target:CI {tenant: $tenantId, id: item.target})
MERGE (source)-[r:CONNECTED_TO {key: item.properties.key}]->(target)
  ON CREATE SET r += item.properties, r.tenant = $tenantId
RETURN r.id AS id, r.id = item.properties.id AS created
