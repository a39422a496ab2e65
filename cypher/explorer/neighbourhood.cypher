// The CIs around some CIs, each once at its shortest distance: one breadth-first search for a map.
//
//   (shop:application)-[:DEPENDS_ON]->(db:database)-[:RUNS_ON]->(host:server)-[:LOCATED_IN]->(rack)<-[:LOCATED_IN]-(other)
//   start = db, every type: shop and host at distance 1. The rack follows at 2 only where LOCATED_IN is walked everywhere
//
//   A type with the value false is walked from the starts alone: a rack shows what stands in it, and a server shows its rack,
//   but not the whole rack. A step tests type and status of the CI that it enters, so whatever is found is connected to a start.
//   Software instances that are only installed are omitted unless requested: a server has thousands.
//
// @access  READ
// @param   $tenantId        String
// @param   $starts          Map      a key for each CI where the search starts; another start may find it
// @param   $along           Map      kind -> true: walked from source to target; false: only from a start
// @param   $against         Map      likewise, from target to source
// @param   $anyType         Boolean  whether CIs of every type are entered
// @param   $types           Map      a key for each type of CI that is entered
// @param   $statuses        Map      a key for each status of CI that is entered
// @param   $includeAi       Boolean  whether relationships that a model found are walked
// @param   $includeSoftware Boolean  whether software instances are returned that are only installed
// @param   $depth           Integer  1 or 2
// @param   $limit           Integer
// @types   allTypes      run as it stands: DEPENDS_ON alone
// @types   processTypes  run as it stands: DEPENDS_ON alone
// @returns ids List<String>, distances List<Integer>: of equal length, nearest first
UNWIND keys($starts) AS start
MATCH p = (s:CI {tenant: $tenantId, id: start})
  ((x)-[r:DEPENDS_ON/*allTypes*/]-(y)
    WHERE CASE CASE WHEN startNode(r) = x THEN $along[coalesce(r.kind, type(r))] ELSE $against[coalesce(r.kind, type(r))] END
            WHEN true THEN true
            WHEN false THEN $starts[x.id] IS NOT NULL
            ELSE false END
      AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
      AND ($anyType OR $types[y.type] IS NOT NULL) AND $statuses[y.status] IS NOT NULL){1,2}(b)
USING INDEX SEEK s:CI(tenant, id)
WITH b, min(length(p)) AS distance
WHERE distance <= $depth AND CASE WHEN b:SoftwareInstance THEN $includeSoftware OR EXISTS {
  MATCH (b)-[q:DEPENDS_ON/*processTypes*/]-(other:CI)
  WHERE ($includeAi OR q.aiFound IS NULL) AND NOT other:SoftwareFamily
} ELSE true END
WITH b.id AS id, distance
ORDER BY distance, id
LIMIT $limit
RETURN collect(id) AS ids, collect(distance) AS distances
