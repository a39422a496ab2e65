// Makes the index of the words that a list's search finds.
//
// @access  WRITE
// @tenant  none an index spans the database; every search in it names the tenant
// @literal isBehind Word true|false  whether words join it behind the commit
CREATE FULLTEXT INDEX ci_search IF NOT EXISTS
FOR (c:CI) ON EACH [c.tenant, c.searchText]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: true/*isBehind*/}}
