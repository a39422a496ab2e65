// What the given CIs need, themselves included, within 5 steps of relationships that carry a failure, and the
// relationships by which each needs it. With every CI the number of others that need it directly, by the store's degrees.
//
//   (shop)-[:DEPENDS_ON]->(db)-[:RUNS_ON]->(host)
//   shop is asked: shop, db, host; db <- shop, host <- db
//
//   A CI that needs more than 200 others, as one that watches them all does, is not followed: the failure of one of so
//   many does not reach it. Those that a model found are not walked.
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           List<String>
// @param   $towardsSource List<String>  kinds on which the source needs the target
// @param   $towardsTarget List<String>  kinds on which the target needs the source
// @param   $limit         Integer       CIs, nearest first
// @returns id, name, type, status, declared Integer, observed Integer, needs List<List>  [needed, graphType, spelling, attributes|null]
UNWIND $ids AS id
MATCH p = (s:CI {tenant: $tenantId, id: id})((x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(y)
  WHERE r.aiFound IS NULL AND y.status <> 'inactive'
    AND ((startNode(r) = x AND coalesce(r.kind, type(r)) IN $towardsSource)
         OR (endNode(r) = x AND coalesce(r.kind, type(r)) IN $towardsTarget))
    AND COUNT { (x)-[:DEPENDS_ON|RUNS_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH]->() } <= 200){0,5}(b)
WITH b, min(length(p)) AS distance
ORDER BY distance, b.id
LIMIT $limit
RETURN b.id AS id, b.name AS name, b.type AS type, b.status AS status,
  COUNT { (b)<-[:DEPENDS_ON]-() } + COUNT { (b)<-[:RUNS_ON]-() } + COUNT { (b)<-[:HOSTED_BY]-() } + COUNT { (b)<-[:USES]-() }
    + COUNT { (b)<-[:ROUTES_THROUGH]-() } AS declared,
  COUNT { (b)<-[:CONNECTED_TO]-() } AS observed,
  COLLECT {
    MATCH (b)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(y:CI)
    WHERE r.aiFound IS NULL AND y.status <> 'inactive'
      AND ((startNode(r) = b AND coalesce(r.kind, type(r)) IN $towardsSource)
           OR (endNode(r) = b AND coalesce(r.kind, type(r)) IN $towardsTarget))
    RETURN [y.id, type(r), r.spelling, CASE WHEN r.attributes CONTAINS 'redundancy_group' OR r.attributes CONTAINS 'criticality' THEN r.attributes END]
    LIMIT 200
  } AS needs
