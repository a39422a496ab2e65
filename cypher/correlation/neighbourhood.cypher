// CIs within 3 steps of the given ones on relationships that carry a failure, whichever way, each once, nearest first.
//
//   (shop)-[:DEPENDS_ON]->(db)<-[:DEPENDS_ON]-(billing)
//   shop is asked: db at distance 1, billing at distance 2
//
//   No way leads through a CI with more than 500 relationships, unless it is one of the given: to need the same time
//   server says nothing. Those that a model found are not walked.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @param   $kinds    List<String>  that carry a failure
// @param   $limit    Integer
// @returns ids List<String>, distances List<Integer>
UNWIND $ids AS id
MATCH p = (s:CI {tenant: $tenantId, id: id})((x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(y)
  WHERE r.aiFound IS NULL AND coalesce(r.kind, type(r)) IN $kinds AND y.status <> 'inactive' AND NOT y:SoftwareInstance
    AND (COUNT { (x)--() } <= 500 OR x.id IN $ids)){1,3}(b)
WITH b, min(length(p)) AS distance
ORDER BY distance, b.id
LIMIT $limit
RETURN collect(b.id) AS ids, collect(distance) AS distances
