// Changes that wait to be delivered, or that are parked, of every tenant, in the order of ids.
//
// @access  READ
// @tenant  none each row names its own
// @param   $after String   the last id of the page before
// @param   $limit Integer
// @literal label Word Outbox|ParkedChange
// @returns tenant String, properties Map
MATCH (o:Outbox/*label*/)
WHERE o.id > $after
// The relay may have removed a node between the index seek and this read.
WITH o.id AS id, o.tenant AS tenant, properties(o) AS properties
WHERE tenant IS NOT NULL AND properties.entries IS NOT NULL
RETURN tenant, properties
ORDER BY id
LIMIT $limit
