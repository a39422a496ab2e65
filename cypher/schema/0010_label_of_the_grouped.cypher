// Grouped: the CI has, or once had, a relationship with a redundancy group. Every writer of the group also writes the label. An
// impact without such CIs needs no relationship but those that its search walked.

MATCH (a)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|INSTANCE_OF|MEMBER_OF|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|MANAGED_BY|OWNED_BY|LOCATED_IN|RELATED]->(b)
WHERE r.redundancyGroup IS NOT NULL
CALL (a, b) { SET a:Grouped, b:Grouped } IN TRANSACTIONS OF 1000 ROWS;
