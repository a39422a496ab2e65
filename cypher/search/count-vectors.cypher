// The number of vectors of a slot, of all tenants.
//
// @access  READ
// @tenant  none a figure of the database's count store, which tells when a search has seen the whole index
// @scan    the count store answers
// @literal label Word EmbeddingA|EmbeddingB
// @returns total Integer
MATCH (e:EmbeddingA/*label*/)
RETURN count(e) AS total
