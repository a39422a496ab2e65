// Marks the graph as being restored from a backup.
//
// @access  WRITE
// @tenant  none a restore fills a graph as a whole
// @scan    at most one node
// @param   $backupId String
// @returns backupId String
MERGE (m:Restoration)
SET m.backupId = $backupId
RETURN m.backupId AS backupId
