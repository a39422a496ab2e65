// Locks CIs in the given order. Every writer that creates, changes or removes a relationship holds the locks of both ends.
//
//   A CI that another transaction deleted before its lock was acquired is not returned.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>  sorted, each once
// @returns id String, name String, type String
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
SET c.lock = true
WITH c
WHERE c.deletedAt IS NULL
RETURN c.id AS id, c.name AS name, c.type AS type
