// Stores vectors of CIs that are still alive, with the hash of the text of each.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, hash, vector List<Float>}, sorted by id
// @literal label Word EmbeddingA|EmbeddingB
// @returns written Integer
UNWIND $items AS item
MATCH (c:CI {tenant: $tenantId, id: item.id})
MERGE (e:EmbeddingA/*label*/ {tenant: $tenantId, id: item.id})
SET e.hash = item.hash
WITH e, item
CALL db.create.setNodeVectorProperty(e, 'vector', item.vector)
RETURN count(*) AS written
