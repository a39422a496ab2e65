// What a map shows of each CI of a set: its place, its business services, its relationships to others of the set, and how many
// neighbours the set lacks.
//
//   (db)-[:RUNS_ON]->(host)-[:LOCATED_IN]->(rack)-[:LOCATED_IN]->(site): the place of db and of host is rack, then site
//
//   Each relationship is returned once, with its source.
//
// @access  READ
// @param   $tenantId        String
// @param   $places          Map      id -> position, of each CI of the set
// @param   $along           Map      a key for each kind by which a source has its target as neighbour
// @param   $against         Map      likewise, a target its source
// @param   $anyType         Boolean  whether neighbours of every type count
// @param   $types           Map      a key for each type of neighbour that counts
// @param   $statuses        Map      a key for each status of neighbour that counts
// @param   $includeAi       Boolean  whether relationships that a model found count
// @param   $includeSoftware Boolean  whether software instances count that are only installed
// @param   $mostHidden      Integer  neighbours counted of one CI
// @types   allTypes      run as it stands: DEPENDS_ON alone
// @types   processTypes  run as it stands: DEPENDS_ON alone
// @types   placeTypes    run as it stands: LOCATED_IN alone
// @returns position Integer, name String, type String, status String, site String|null, services List<[id, name]>, location List<[id, name, type, distance]>, links List<[id, to, graphType, spelling, criticality, redundancyGroup, confidence, discoveredBy]>, hidden Integer
UNWIND keys($places) AS id
MATCH (x:CI {tenant: $tenantId, id: id})
CALL (x) {
  MATCH (x)-[r:DEPENDS_ON/*allTypes*/]->(y:CI)
  WHERE $includeAi OR NOT x:AiLinked OR r.aiFound IS NULL
  WITH r, $places[y.id] AS to
  WHERE to IS NOT NULL
  RETURN collect([r.id, to, type(r), r.spelling, r.criticality, r.redundancyGroup, r.confidence, r.discoveredBy]) AS links
}
CALL (x) {
  MATCH (x)-[r:DEPENDS_ON/*allTypes*/]-(y:CI)
  WHERE CASE WHEN startNode(r) = x THEN $along[coalesce(r.kind, type(r))] ELSE $against[coalesce(r.kind, type(r))] END IS NOT NULL
    AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
    AND ($anyType OR $types[y.type] IS NOT NULL) AND $statuses[y.status] IS NOT NULL AND $places[y.id] IS NULL
    AND ($includeSoftware OR NOT y:SoftwareInstance OR EXISTS {
      MATCH (y)-[q:DEPENDS_ON/*processTypes*/]-(other:CI)
      WHERE ($includeAi OR q.aiFound IS NULL) AND NOT other:SoftwareFamily
    })
  WITH DISTINCT y LIMIT $mostHidden
  RETURN count(y) AS hidden
}
CALL (x) {
  MATCH p = (x)-[:LOCATED_IN/*placeTypes*/]->{1,6}(l:CI)
  WITH l, min(length(p)) AS distance
  WHERE EXISTS { MATCH (l)<-[:LOCATED_IN]-(inside:CI) }
  WITH l, distance ORDER BY distance, l.id
  RETURN collect([l.id, l.name, l.type, distance]) AS location
}
CALL (x) {
  MATCH (x)-[r:PART_OF]->(s:CI)
  WHERE s.type = 'business_service' AND r.aiFound IS NULL
  WITH DISTINCT s.id AS id, s.name AS name ORDER BY name, id LIMIT 20
  RETURN collect([id, name]) AS services
}
RETURN $places[id] AS position, x.name AS name, x.type AS type, x.status AS status,
       toStringOrNull(coalesce(x.`attributes.location`, x.`custom_fields.location`, x.`attributes.site`, x.`custom_fields.site`)) AS site,
       services, location, links, hidden
