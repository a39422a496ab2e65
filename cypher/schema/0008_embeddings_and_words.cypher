// Vectors of CIs, as nodes of their own: reading a CI never reads its vector, and a second label holds those of the next
// model while the first serves. The vector indexes depend on the model and are made when its vectors are.

CREATE CONSTRAINT embedding_a_ci IF NOT EXISTS FOR (e:EmbeddingA) REQUIRE (e.tenant, e.id) IS UNIQUE;
CREATE CONSTRAINT embedding_b_ci IF NOT EXISTS FOR (e:EmbeddingB) REQUIRE (e.tenant, e.id) IS UNIQUE;

// Words anywhere in a CI, with what searches are narrowed by. Filled behind the commit, so that writers do not wait.
CREATE FULLTEXT INDEX ci_words IF NOT EXISTS FOR (c:CI) ON EACH [c.tenant, c.type, c.status, c.searchText, c.attributes, c.customFields] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true}};
