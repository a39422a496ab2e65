// Connections that the newest collection no longer holds: seen last at the collection before.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {source, key}
// @param   $at       String
// @returns marked Integer
UNWIND $items AS item
MATCH (source:CI {tenant: $tenantId, id: item.source})-[r:CONNECTED_TO]->(:CI)
WHERE r.key = item.key
SET r.missingSince = $at
RETURN count(r) AS marked
