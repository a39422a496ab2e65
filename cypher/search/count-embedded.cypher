// The number of a tenant's living CIs that can be embedded, after an id, and of those with a vector.
//
// @access  READ
// @param   $tenantId String
// @param   $afterId  String  only CIs with a greater id
// @literal label Word EmbeddingA|EmbeddingB
// @returns total Integer, embedded Integer
MATCH (c:CI)
WHERE c.tenant = $tenantId AND c.id > $afterId AND NOT c:SoftwareInstance
OPTIONAL MATCH (e:EmbeddingA/*label*/ {tenant: $tenantId, id: c.id})
RETURN count(c) AS total, count(e) AS embedded
