// Brings back changes that were still to be delivered.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, entries}
// @returns written Integer
UNWIND $items AS item
MERGE (o:Outbox {id: item.id, tenant: $tenantId})
SET o.entries = item.entries
RETURN count(o) AS written
