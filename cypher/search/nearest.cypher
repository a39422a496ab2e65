// The CIs of a tenant whose vectors are nearest to a vector, by the vector index.
//
//   The index spans all tenants: of the $k nearest of all, those of the tenant that match are returned, scored anew by their
//   full vectors, because the index keeps shortened ones. The caller asks again with a greater $k where too few come.
//
// @access  READ
// @param   $tenantId String
// @param   $vector   List<Float>
// @param   $k        Integer
// @param   $types    List<String>|null  canonical
// @param   $statuses List<String>|null
// @param   $read     Integer            how many are scored anew
// @param   $limit    Integer
// @literal index Word 'embedding_a'|'embedding_b'
// @returns id, score Float: 0 to 1
CALL db.index.vector.queryNodes('embedding_a'/*index*/, $k, $vector) YIELD node AS e, score AS nearness
WITH e, nearness
WHERE e.tenant = $tenantId
MATCH (c:CI {tenant: $tenantId, id: e.id})
WHERE ($types IS NULL OR c.type IN $types) AND ($statuses IS NULL OR c.status IN $statuses)
WITH e, nearness ORDER BY nearness DESC LIMIT $read
RETURN e.id AS id, vector.similarity.cosine(e.vector, $vector) AS score
ORDER BY score DESC, id
LIMIT $limit
