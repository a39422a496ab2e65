// Restores a tenant's own relationship types from a backup.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  properties
// @returns written Integer
UNWIND $items AS item
MERGE (t:RelationshipType {tenant: $tenantId, name: item.name})
SET t = item
RETURN count(t) AS written
