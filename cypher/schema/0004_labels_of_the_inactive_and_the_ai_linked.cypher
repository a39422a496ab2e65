// Labels for what a traversal tests at every step, since reading a property costs many times as much. Inactive: the CI's
// status is inactive. AiLinked: the CI has, or once had, a relationship that a model found. Every writer of either fact also
// writes its label.

MATCH (c:CI) WHERE c.status = 'inactive' AND NOT c:Inactive CALL (c) { SET c:Inactive } IN TRANSACTIONS OF 1000 ROWS;
MATCH (c:DeletedCI) WHERE c.status = 'inactive' AND NOT c:Inactive CALL (c) { SET c:Inactive } IN TRANSACTIONS OF 1000 ROWS;
MATCH (a)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|INSTANCE_OF|MEMBER_OF|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|MANAGED_BY|OWNED_BY|LOCATED_IN|RELATED]->(b)
WHERE r.aiFound IS NOT NULL
CALL (a, b) { SET a:AiLinked, b:AiLinked } IN TRANSACTIONS OF 1000 ROWS;
