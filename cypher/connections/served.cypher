// Marks of the transactions that this server works on, as their connections set them.
//
// @access  READ
// @tenant  none transactions belong to the server
// @returns mark String or null
SHOW TRANSACTIONS YIELD metaData
RETURN metaData.orrery AS mark
