// The backup whose restoration is running or was interrupted.
//
// @access  READ
// @tenant  none a restore fills a graph as a whole
// @scan    at most one node
// @returns backupId String
MATCH (m:Restoration)
RETURN m.backupId AS backupId
