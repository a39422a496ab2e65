// The CIs of a tenant and of some types whose vectors are nearest to a vector, exactly, where there are few.
//
// @access  READ
// @param   $tenantId String
// @param   $vector   List<Float>
// @param   $most     Integer       more CIs than that: `seen` tells so, and nothing is compared
// @param   $types    List<String>  canonical
// @param   $statuses List<String>|null
// @param   $limit    Integer
// @literal label Word EmbeddingA|EmbeddingB
// @returns seen Integer, nearest List<Map> {id, score}: best first
CALL () {
  UNWIND $types AS type
  MATCH (c:CI)
  WHERE c.tenant = $tenantId AND c.type = type AND c.createdAt > '' AND c.id IS NOT NULL
  WITH c LIMIT $most + 1
  RETURN collect(c) AS held
}
WITH size(held) AS seen, CASE WHEN size(held) > $most THEN [] ELSE held END AS few
RETURN seen, COLLECT {
  UNWIND few AS c
  WITH c WHERE $statuses IS NULL OR c.status IN $statuses
  MATCH (e:EmbeddingA/*label*/ {tenant: $tenantId, id: c.id})
  WITH e.id AS id, vector.similarity.cosine(e.vector, $vector) AS score
  RETURN {id: id, score: score} ORDER BY score DESC, id LIMIT $limit
} AS nearest
