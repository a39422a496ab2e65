// Pending changes with their texts.
//
// @access  READ
// @tenant  none the relay serves every tenant; ids are unique over all
// @param   $ids List<String>
// @returns id String, tenant String, entries String
UNWIND $ids AS id
MATCH (o:Outbox {id: id})
WITH id, o.tenant AS tenant, o.entries AS entries
WHERE tenant IS NOT NULL AND entries IS NOT NULL
RETURN id, tenant, entries
