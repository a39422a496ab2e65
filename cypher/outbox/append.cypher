// Keeps the news of a write in the transaction of that write, and marks the tenant as changed.
//
//   The stamp is spread over 16 nodes, so that writers of one tenant do not queue behind one lock. Its sum changes with
//   every write that callers can see: a total that was counted under the same sum is still exact.
//
// @access  WRITE
// @param   $tenantId String
// @param   $nodes    List<Map>  {id, entries}: entries is the JSON text of up to 1,000 news
// @param   $shard    Integer    0..15, any
// @returns n Integer
UNWIND $nodes AS node
CREATE (o:Outbox {id: node.id, tenant: $tenantId, entries: node.entries})
WITH count(o) AS written
MERGE (s:ChangeStamp {tenant: $tenantId, shard: $shard})
SET s.n = coalesce(s.n, 0) + 1
RETURN s.n AS n
