// Relationships whose discoveredBy begins with "ai" as a word, in any case (isDiscoveredByAi in src/model/relationships.ts),
// as found by a model: `AI Agent` did not count.

MATCH (a)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|INSTANCE_OF|MEMBER_OF|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|MANAGED_BY|OWNED_BY|LOCATED_IN|RELATED]->(b)
WHERE r.aiFound IS NULL AND r.discoveredBy =~ '(?s)\\s*(?:(?i:ai)(?![\\p{L}\\p{N}]).*|ai\\p{Lu}\\p{Ll}.*)'
CALL (a, r, b) { SET r.aiFound = true, a:AiLinked, b:AiLinked } IN TRANSACTIONS OF 1000 ROWS;
MATCH (d:DeletedRelationship)
WHERE d.aiFound IS NULL AND d.discoveredBy =~ '(?s)\\s*(?:(?i:ai)(?![\\p{L}\\p{N}]).*|ai\\p{Lu}\\p{Ll}.*)'
CALL (d) { SET d.aiFound = true } IN TRANSACTIONS OF 1000 ROWS;
