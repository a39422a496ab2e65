// The next pending changes of each of these tenants, oldest first, without their texts: a text may be of any size.
//
//   A node of an older version has no size. One that was refused is due again at retryAt.
//
// @access  READ
// @tenant  none the relay serves every tenant; each row names its own
// @param   $turns  List<Map>  {tenant, after}: after is the last id of the tenant's turn before
// @param   $before String     a UUIDv7: smaller ids are older
// @param   $limit  Integer    nodes of one tenant
// @returns id String, tenant String, size Integer, retryAt Integer
UNWIND $turns AS turn
CALL (turn) {
  MATCH (o:Outbox)
  WHERE o.tenant = turn.tenant AND o.id > turn.after AND o.id < $before
  // Another process may have delivered and removed a node between the index seek and this read.
  WITH o.id AS id, coalesce(o.size, size(o.entries)) AS size, o.retryAt AS retryAt
  WHERE size IS NOT NULL
  RETURN id, size, retryAt
  ORDER BY id
  LIMIT $limit
}
RETURN id, turn.tenant AS tenant, size, retryAt
