// Takes the locks of CIs, in the order given, and shows what scanners said of them last.
//
//   A batch locks its own hosts and the far ends of their new connections in one go: two batches whose hosts talk to each
//   other would otherwise each hold what the other waits for.
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
