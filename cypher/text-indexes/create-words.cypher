// Makes the index of words anywhere in a CI, with what searches are narrowed by.
//
// @access  WRITE
// @tenant  none an index spans the database; every search in it names the tenant
// @literal isBehind Word true|false  whether words join it behind the commit
CREATE FULLTEXT INDEX ci_words IF NOT EXISTS
FOR (c:CI) ON EACH [c.tenant, c.type, c.status, c.searchText, c.attributes, c.customFields]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true/*isBehind*/}}
