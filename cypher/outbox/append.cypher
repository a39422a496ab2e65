// Keeps the changes of a write in the transaction of that write, and marks the tenant as changed.
//
//   The mark is spread over 16 nodes, so that writers of one tenant do not queue behind one lock. Each writer leaves a
//   number of its own, so the sum changes with every write that callers can see, without anybody reading the old number:
//   a total that was counted under the same sum is still exact.
//
// @access  WRITE
// @param   $tenantId String
// @param   $nodes    List<Map>  {id, entries}: entries is the JSON text of up to 1,000 changes
// @param   $shard    Integer    0..15, any
// @param   $stamp    Integer    random, below 2^48
// @returns n Integer
UNWIND $nodes AS node
CREATE (o:Outbox {id: node.id, tenant: $tenantId, entries: node.entries})
WITH count(o) AS written
MERGE (s:ChangeStamp {tenant: $tenantId, shard: $shard})
SET s.n = $stamp
RETURN written AS n
