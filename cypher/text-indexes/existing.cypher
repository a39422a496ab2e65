// The full-text indexes that exist, and whether each takes words in behind the commit.
//
// @access  READ
// @tenant  none indexes span the database
// @returns name String, isBehind Boolean
SHOW FULLTEXT INDEXES YIELD name, options
RETURN name, options.indexConfig['fulltext.eventually_consistent'] AS isBehind
