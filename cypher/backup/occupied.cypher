// Whether the graph holds any node besides the schema records and the mark of a restoration.
//
// @access  READ
// @tenant  none a restore fills a graph as a whole
// @scan    stops at the first node that counts; the others are a handful
// @returns found Boolean
RETURN EXISTS { MATCH (n) WHERE NOT n:SchemaMigration AND NOT n:Restoration } AS found
