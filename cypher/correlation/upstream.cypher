// What the given CIs need, themselves included, within 5 steps of relationships that carry a failure, and the
// relationships by which each needs it. With every CI the number of others that need it directly, by the store's degrees.
//
//   (shop)-[:DEPENDS_ON]->(db)-[:RUNS_ON]->(host)
//   shop is asked: shop, db, host; db <- shop, host <- db
//
//   Level by level, each for all CIs at once and with the direction in the pattern: so a CI that thousands need costs no
//   more than one that few do, and what many share is expanded once.
//
//   Of what one CI needs at most 200 relationships are told: the failure of one of so many hardly reaches it. Those that
//   a model found are not walked.
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           List<String>
// @param   $towardsSource List<String>  kinds on which the source needs the target
// @param   $towardsTarget List<String>  kinds on which the target needs the source
// @param   $limit         Integer       CIs, nearest first
// @returns id, name, type, status, declared Integer, observed Integer, needs List<List>  [needed, graphType, spelling, attributes|null]
UNWIND $ids AS id
MATCH (s:CI {tenant: $tenantId, id: id})
WITH collect(s) AS given
CALL (given) {
  UNWIND given AS x
  CALL (x) {
    MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]->(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)<-[r:PART_OF|COMMUNICATES_WITH]-(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
    UNION ALL
    MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
  }
  WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive'
  RETURN collect(DISTINCT y)[..$limit] AS first
}
CALL (first) {
  UNWIND first AS x
  CALL (x) {
    MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]->(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)<-[r:PART_OF|COMMUNICATES_WITH]-(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
    UNION ALL
    MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
  }
  WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive'
  RETURN collect(DISTINCT y)[..$limit] AS second
}
CALL (second) {
  UNWIND second AS x
  CALL (x) {
    MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]->(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)<-[r:PART_OF|COMMUNICATES_WITH]-(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
    UNION ALL
    MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
  }
  WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive'
  RETURN collect(DISTINCT y)[..$limit] AS third
}
CALL (third) {
  UNWIND third AS x
  CALL (x) {
    MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]->(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)<-[r:PART_OF|COMMUNICATES_WITH]-(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
    UNION ALL
    MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
  }
  WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive'
  RETURN collect(DISTINCT y)[..$limit] AS fourth
}
CALL (fourth) {
  UNWIND fourth AS x
  CALL (x) {
    MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]->(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)<-[r:PART_OF|COMMUNICATES_WITH]-(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
    UNION ALL
    MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
  }
  WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive'
  RETURN collect(DISTINCT y)[..$limit] AS fifth
}
UNWIND [[0, given], [1, first], [2, second], [3, third], [4, fourth], [5, fifth]] AS level
UNWIND level[1] AS b
WITH b, min(level[0]) AS distance
ORDER BY distance, b.id
LIMIT $limit
RETURN b.id AS id, b.name AS name, b.type AS type, b.status AS status,
  COUNT { (b)<-[:DEPENDS_ON]-() } + COUNT { (b)<-[:RUNS_ON]-() } + COUNT { (b)<-[:HOSTED_BY]-() } + COUNT { (b)<-[:USES]-() }
    + COUNT { (b)<-[:ROUTES_THROUGH]-() } AS declared,
  COUNT { (b)<-[:CONNECTED_TO]-() } AS observed,
  COLLECT {
    CALL (b) {
      MATCH (b)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]->(y:CI) RETURN r, y
      UNION ALL
      MATCH (b)<-[r:PART_OF|COMMUNICATES_WITH]-(y:CI) RETURN r, y
      UNION ALL
      MATCH (b)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
      UNION ALL
      MATCH (b)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
    }
    WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive'
    RETURN [y.id, type(r), r.spelling, CASE WHEN r.attributes CONTAINS 'redundancy_group' OR r.attributes CONTAINS 'criticality' THEN r.attributes END]
    LIMIT 200
  } AS needs
