// Brings back relationships that wait for a deleted CI.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  properties
// @returns written Integer
UNWIND $items AS item
MERGE (d:DeletedRelationship {tenant: $tenantId, id: item.id})
SET d = item
RETURN count(d) AS written
