// Takes the locks of CIs in the order given: whoever makes, changes or removes a relationship holds both ends.
//
//   A CI that was deleted while its lock was waited for is left out: it was found by its key, but is no CI any more.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>   sorted, each once
// @returns id String, name String, type String
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
SET c.lock = true
WITH c
WHERE c.deletedAt IS NULL
RETURN c.id AS id, c.name AS name, c.type AS type
