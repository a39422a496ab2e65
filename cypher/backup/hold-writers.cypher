// Makes writers wait, not readers. Every writer updates one of its tenant's 16 change stamps before it commits
// (outbox/append); this query locks all of them until its transaction ends.
//
// @access  WRITE
// @param   $tenantIds List<String>  sorted
// @returns held Integer
UNWIND $tenantIds AS tenantId
UNWIND range(0, 15) AS shard
MERGE (s:ChangeStamp {tenant: tenantId, shard: shard})
SET s.held = true
RETURN count(s) AS held
