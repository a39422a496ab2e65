// Makes writers wait: each leaves a mark on one of its tenant's 16 stamps before it commits (outbox/append), and the
// stamps are locked until this transaction ends. Readers go on.
//
// @access  WRITE
// @param   $tenantIds List<String>   sorted
// @returns held Integer
UNWIND $tenantIds AS tenantId
UNWIND range(0, 15) AS shard
MERGE (s:ChangeStamp {tenant: tenantId, shard: shard})
SET s.held = true
RETURN count(s) AS held
