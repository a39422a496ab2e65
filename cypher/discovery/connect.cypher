// New connections between CIs, and known ones that are seen again after they were missing.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {source, target, properties}, sorted by source and target: one order of locks for all
// @returns id String, created Boolean
UNWIND $items AS item
MATCH (source:CI {tenant: $tenantId, id: item.source})
MATCH (target:CI {tenant: $tenantId, id: item.target})
MERGE (source)-[r:CONNECTED_TO {key: item.properties.key}]->(target)
  ON CREATE SET r += item.properties, r.tenant = $tenantId
  ON MATCH SET r.missingSince = null, r.targetProcess = coalesce(item.properties.targetProcess, r.targetProcess)
RETURN r.id AS id, r.id = item.properties.id AS created
