// Removes one batch of nodes, except the schema records and the mark of a restoration.
//
// @access  WRITE
// @tenant  none a restore empties the graph as a whole
// @scan    every node goes, so the next batch finds its nodes at once
// @param   $limit Integer
// @returns removed Integer
MATCH (n)
WHERE NOT n:SchemaMigration AND NOT n:Restoration
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS removed
