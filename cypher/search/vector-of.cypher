// The vector of a CI.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @literal label Word EmbeddingA|EmbeddingB
// @returns vector List<Float>
MATCH (e:EmbeddingA/*label*/ {tenant: $tenantId, id: $id})
RETURN e.vector AS vector
