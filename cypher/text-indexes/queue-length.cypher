// How many transactions may wait until their words are in the full-text indexes that take words in behind the commit.
//
// @access  READ
// @tenant  none a setting of the server
// @returns value String
SHOW SETTINGS 'db.index.fulltext.eventually_consistent_index_update_queue_max_length' YIELD value
RETURN value
