// Whether the graph holds anything but its schema and the mark of a restore.
//
// @access  READ
// @tenant  none a restore fills a graph as a whole
// @scan    stops at the first node that counts; the others are a handful
// @returns found Boolean
RETURN EXISTS { MATCH (n) WHERE NOT n:SchemaMigration AND NOT n:Restoration } AS found
