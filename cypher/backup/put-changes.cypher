// Restores pending or parked changes from a backup.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  properties
// @literal label Word Outbox|ParkedChange
// @returns written Integer
UNWIND $items AS item
MERGE (o:Outbox/*label*/ {id: item.id, tenant: $tenantId})
SET o = item
SET o.tenant = $tenantId
RETURN count(o) AS written
