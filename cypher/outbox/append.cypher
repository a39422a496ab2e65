// Stores the changes of a write in the transaction of that write, and updates the tenant's change stamp.
//
//   The stamp is the sum over 16 nodes, so that writers of one tenant do not queue for one lock. Each writer sets a random
//   number without reading the old one, so the sum changes with every write that callers can see: a total that was counted
//   under the same sum is still exact.
//
// @access  WRITE
// @param   $tenantId String
// @param   $nodes    List<Map>  {id, entries, size}: entries is JSON text of up to 1,000 changes, size its bytes
// @param   $shard    Integer    0 to 15, random
// @param   $stamp    Integer    random, below 2^48
// @returns n Integer
UNWIND $nodes AS node
CREATE (o:Outbox {id: node.id, tenant: $tenantId, entries: node.entries, size: node.size})
WITH count(o) AS written
MERGE (s:ChangeStamp {tenant: $tenantId, shard: $shard})
SET s.n = $stamp
RETURN written AS n
