// The CIs of a tenant whose vectors are nearest to a vector, exactly, where the tenant has few vectors.
//
// @access  READ
// @param   $tenantId String
// @param   $vector   List<Float>
// @param   $most     Integer            more vectors than that: `seen` tells so, and nothing is compared
// @param   $types    List<String>|null  canonical
// @param   $statuses List<String>|null
// @param   $limit    Integer
// @literal label Word EmbeddingA|EmbeddingB
// @returns seen Integer, nearest List<Map> {id, score}: best first
CALL () {
  MATCH (e:EmbeddingA/*label*/)
  WHERE e.tenant = $tenantId AND e.id > ''
  WITH e LIMIT $most + 1
  RETURN collect(e) AS held
}
WITH size(held) AS seen, CASE WHEN size(held) > $most THEN [] ELSE held END AS few
RETURN seen, COLLECT {
  UNWIND few AS e
  MATCH (c:CI {tenant: $tenantId, id: e.id})
  WHERE ($types IS NULL OR c.type IN $types) AND ($statuses IS NULL OR c.status IN $statuses)
  WITH e.id AS id, vector.similarity.cosine(e.vector, $vector) AS score
  RETURN {id: id, score: score} ORDER BY score DESC, id LIMIT $limit
} AS nearest
