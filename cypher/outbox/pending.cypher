// Pending changes in the outbox, oldest first: a process that ended left them.
//
// @access  READ
// @tenant  none the relay serves every tenant; each node names its own
// @param   $after  String   the last id of the page before
// @param   $before String   a UUIDv7: smaller ids are older
// @param   $limit  Integer
// @returns id String, tenant String, entries String
MATCH (o:Outbox)
WHERE o.id > $after AND o.id < $before
// Another process may have delivered and removed a node between the index seek and this read.
WITH o.id AS id, o.tenant AS tenant, o.entries AS entries
WHERE tenant IS NOT NULL AND entries IS NOT NULL
RETURN id, tenant, entries
ORDER BY id
LIMIT $limit
