// Removes the vectors of CIs.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>  sorted
// @literal label Word EmbeddingA|EmbeddingB
// @returns removed Integer
UNWIND $ids AS wanted
MATCH (e:EmbeddingA/*label*/ {tenant: $tenantId, id: wanted})
DELETE e
RETURN count(*) AS removed
