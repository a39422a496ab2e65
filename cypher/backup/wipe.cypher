// Removes a batch of everything but the schema and the mark of a restore.
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
