// Removes one batch of the vectors of a slot.
//
// @access  WRITE
// @tenant  none the vectors of a model that serves no tenant any more
// @scan    every node of the label goes, so the next batch finds its nodes at once
// @param   $limit Integer
// @literal label Word EmbeddingA|EmbeddingB
// @returns removed Integer
MATCH (e:EmbeddingA/*label*/)
WITH e LIMIT $limit
DELETE e
RETURN count(*) AS removed
