// Locks CIs in the given order and reads the fingerprints of their last scan payloads.
//
//   A batch locks its hosts and the far ends of their new connections in one query. Otherwise two batches whose hosts talk to
//   each other could each hold what the other waits for.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>  sorted, each once
// @returns id String, scanHashes List<String>
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
SET c.lock = true
WITH c
WHERE c.deletedAt IS NULL
RETURN c.id AS id, coalesce(c.scanHashes, []) AS scanHashes
