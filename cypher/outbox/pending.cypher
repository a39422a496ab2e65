// Changes that are still to be delivered, oldest first: what a process left behind when it died.
//
// @access  READ
// @tenant  none the relay serves every tenant; each node names its own
// @param   $after  String   the last id of the page before
// @param   $before String   ids are UUIDv7: those below this bound are older
// @param   $limit  Integer
// @returns id String, tenant String, entries String
MATCH (o:Outbox)
WHERE o.id > $after AND o.id < $before
// A node that is removed while it is being found has no properties left.
WITH o.id AS id, o.tenant AS tenant, o.entries AS entries
WHERE tenant IS NOT NULL AND entries IS NOT NULL
RETURN id, tenant, entries
ORDER BY id
LIMIT $limit
