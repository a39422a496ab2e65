// Makes the vector index of a slot.
//
// @access  WRITE
// @tenant  none an index spans the database; every search in it names the tenant
// @literal index      Word    embedding_a|embedding_b
// @literal label      Word    EmbeddingA|EmbeddingB
// @literal dimensions Integer 1..4096
CREATE VECTOR INDEX embedding_a/*index*/ IF NOT EXISTS
FOR (e:EmbeddingA/*label*/) ON (e.vector)
OPTIONS {indexConfig: {`vector.dimensions`: 1536/*dimensions*/, `vector.similarity_function`: 'cosine'}}
