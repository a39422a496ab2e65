// Tenants with pending changes, and how many nodes each has.
//
// @access  READ
// @tenant  none the relay serves every tenant
// @param   $before String   a UUIDv7: smaller ids are older
// @returns tenant String, nodes Integer, oldest String
MATCH (o:Outbox)
WHERE o.tenant > '' AND o.id < $before
RETURN o.tenant AS tenant, count(*) AS nodes, min(o.id) AS oldest
ORDER BY tenant
