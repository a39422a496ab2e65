// Removes the mark of a restoration.
//
// @access  WRITE
// @tenant  none a restore fills a graph as a whole
// @scan    at most one node
// @returns ended Integer
MATCH (m:Restoration)
DELETE m
RETURN count(*) AS ended
