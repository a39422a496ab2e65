// The given CIs, the relationships by which each needs others directly, and the number of those that need it, by the
// store's degrees. Only relationships that carry a failure count.
//
//   (shop)-[:DEPENDS_ON]->(db)-[:RUNS_ON]->(host)
//   shop is asked: shop with [db, DEPENDS_ON]
//
//   One level of the way upstream: whoever asks level by level, each time for what was not seen before, has every CI and
//   every relationship read once. With the direction in the pattern a CI that thousands need costs no more than another.
//
//   Of what one CI needs at most 200 relationships are told: the failure of one of so many hardly reaches it. Those that
//   a model found are left out.
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           List<String>
// @param   $towardsSource List<String>  kinds on which the source needs the target
// @param   $towardsTarget List<String>  kinds on which the target needs the source
// @returns id, name, type, status, declared Integer, observed Integer, needs List<[needed, graphType, spelling, outgoing, redundancyGroup, criticality]>
UNWIND $ids AS id
MATCH (b:CI {tenant: $tenantId, id: id})
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
    RETURN [y.id, type(r), r.spelling, startNode(r) = b, r.redundancyGroup, r.criticality]
    LIMIT 200
  } AS needs
