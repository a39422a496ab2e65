// Restores relationships of deleted CIs from a backup.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  properties
// @returns written Integer
UNWIND $items AS item
MERGE (d:DeletedRelationship {tenant: $tenantId, id: item.id})
SET d = item
RETURN count(d) AS written
