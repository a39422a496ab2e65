// The words of a CI join the index behind its commit: within it, they cost more than the rest of a change. A search first waits
// for what had been committed when it began (db.index.fulltext.awaitEventuallyConsistentIndexRefresh).

DROP INDEX ci_search IF EXISTS;
CREATE FULLTEXT INDEX ci_search IF NOT EXISTS FOR (c:CI) ON EACH [c.tenant, c.searchText] OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: true}};
